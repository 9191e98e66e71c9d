import { highestLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import { statusesFor } from '@basalt/contract/projects/status.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { DiskSpace, Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyBaseLogger } from 'fastify'
import { composeAbout } from './compose-about.ts'
import { composeAi } from './compose-ai.ts'
import { composeConnect, connectionStrings } from './compose-connect.ts'
import { composeHttp } from './compose-http.ts'
import { composeIntegrations } from './compose-integrations.ts'
import { composeKeys } from './compose-keys.ts'
import { composeLifecycle } from './compose-lifecycle.ts'
import { composeMcp } from './compose-mcp.ts'
import { composePeople } from './compose-people.ts'
import { composePoolers } from './compose-poolers.ts'
import { composeProjectApis } from './compose-project-apis.ts'
import { composeQueries } from './compose-queries.ts'
import { composeSleep } from './compose-sleep.ts'
import { composeSnippets } from './compose-snippets.ts'
import type { Config } from './config.ts'
import { accessTokenStore } from './features/access/access-tokens.store.ts'
import { callerFinder } from './features/access/caller.ts'
import { sessionStore } from './features/access/sessions.store.ts'
import type { SetupLink } from './features/access/setup-link.ts'
import { userStore } from './features/access/users.store.ts'
import { branchRoutes } from './features/branches/branches.routes.ts'
import { branchStore } from './features/branches/branches.store.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { installationRoutes } from './features/installation/installation.routes.ts'
import { openApiRoutes } from './features/installation/openapi.routes.ts'
import { makeSelfHostedProject, selfHostedOwner } from './features/installation/self-hosted.ts'
import { glanceBy } from './features/instances/glance.ts'
import { instanceAccess, READ_ONLY_ROLE, USER_ROLE } from './features/instances/instance-access.ts'
import type { WatchTimes } from './features/instances/instance-watch.ts'
import { projectSetup } from './features/instances/project-setup.ts'
import { projectStatusesOver } from './features/instances/project-statuses.ts'
import { roleLogins } from './features/instances/role-logins.ts'
import { createWorkQueue } from './features/instances/work-queue.ts'
import { incidentReport } from './features/notifications/incident-report.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { notificationService } from './features/notifications/notifications.service.ts'
import { notificationStore } from './features/notifications/notifications.store.ts'
import { organizationRoutes } from './features/organizations/organizations.routes.ts'
import { organizationStore } from './features/organizations/organizations.store.ts'
import { permissionStore } from './features/permissions/permissions.store.ts'
import { projectActivity } from './features/projects/project-activity.ts'
import { projectRoutes } from './features/projects/projects.routes.ts'
import { projectService } from './features/projects/projects.service.ts'
import { projectStore } from './features/projects/projects.store.ts'
import { transferStore } from './features/projects/transfer.store.ts'
import { createQueryPools } from './features/query/sessions/query-pools.ts'
import { addDashboardFiles } from './http/dashboard-files.ts'
import { createGates } from './http/gate.ts'
import type { IsStillVouched } from './http/kept-open.ts'
import { createEventBus, projectOf } from './platform/event-bus.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import { metadataCheck } from './platform/metadata/metadata-health.ts'
import type { Migration } from './platform/metadata/migrations.ts'
import { instanceDoors } from './platform/project-databases/instance-doors.ts'
import { type ComingSecret, projectSecrets } from './platform/secrets/project-secrets.ts'
import type { Secrets } from './platform/secrets/secrets.ts'
import { usageSlice } from './usage-slice.ts'

export interface AppDeps {
  config: Config
  version: string
  metadata: Metadata
  /** The disk of the metadata database, unless it is somebody else's. */
  metadataDisk?: (() => Promise<DiskSpace>) | undefined
  secrets: Secrets
  engine: Engine
  /** Where the bytes of projects' files lie. */
  blobs: BlobStore
  /** Where uploads wait until they are complete; on the file system of the blobs, if those are files. */
  uploadsDir: string
  projectMigrations: Migration[]
  setupLink: SetupLink
  superuserPassword?: ComingSecret
  /** The machine's own clock unless said. */
  now?: () => Date
  /** How often databases are checked; `instance-watch.rules.ts` by default. */
  watchTimes?: WatchTimes
  /** Nothing is logged without one. */
  logger?: FastifyBaseLogger
}

/**
 * Puts the whole server together from resources that are open already; it opens none itself and reads no
 * environment, so that a test builds the very app that runs.
 */
export async function buildApp(deps: AppDeps) {
  const { config, version, metadata, secrets, engine, blobs, setupLink, now = () => new Date() } = deps
  const isPlatform = config.edition === 'platform'
  const { app, routes, auditLog } = await composeHttp({ config, version, metadata, now, logger: deps.logger })
  const bus = createEventBus()
  const projectKeys = projectSecrets(metadata, secrets)
  const users = userStore(metadata)
  const sessions = sessionStore(metadata)
  const tokens = accessTokenStore(metadata)
  const highestAiLevel = highestLevel(config.disabledFeatures)
  const organizations = organizationStore(metadata, highestAiLevel)
  const keys = composeKeys({ metadata, secrets, projectKeys, now })
  const projects = projectStore({ metadata, secrets: projectKeys, createKeys: keys.createDefaults })
  const permissions = permissionStore(metadata)

  const owner = isPlatform ? undefined : await selfHostedOwner(metadata)
  const callerOf = owner ? async () => owner : callerFinder({ sessions, tokens })
  const isStillVouched: IsStillVouched = async (request) =>
    (await callerOf(request, { isUse: false })) !== undefined
  const gates = createGates({
    callerOf,
    organizationOf: organizations.findFor,
    accessToOrganization: permissions.accessToOrganization,
    projectWithAccess: projects.findWithAccess,
  })

  const statuses = projectStatusesOver(projects, bus)
  const notifications = notificationStore(metadata)
  const integrations = composeIntegrations({ app, config, metadata, secrets, now })
  const notifier = notificationService({
    store: notifications,
    bus,
    forward: integrations.forward,
    onPushFailed: (error) => app.log.error({ err: error }, 'Telling of notifications failed'),
  })
  const report = incidentReport({
    notifier,
    projectOf: projects.find,
    onError: (error, ref) => app.log.error({ err: error, ref }, 'Telling of an incident failed'),
  })
  const doors = instanceDoors()
  const access = instanceAccess({
    engine,
    doors,
    secrets: projectKeys,
    wake: (ref) => sleep.sleeping.wake(ref),
  })
  const logins = roleLogins({ access, secrets: projectKeys })
  const pools = createQueryPools(
    (ref, { rights, role, database }) =>
      role === undefined
        ? access.target(ref, rights === 'read' ? READ_ONLY_ROLE : USER_ROLE, database)
        : logins.target(ref, role, database),
    { enter: doors.enter },
  )
  const apis = composeProjectApis({
    app,
    version,
    metadata,
    blobs,
    access,
    keys,
    secrets,
    bus,
    now,
    enter: doors.enter,
    uploadsDir: deps.uploadsDir,
    publicUrl: config.publicUrl,
  })
  const poolers = composePoolers({
    app,
    config,
    metadata,
    bus,
    engine,
    access,
    now,
    report,
    projectOf: projects.find,
  })
  const queue = createWorkQueue((ref, error) =>
    app.log.error({ err: error, ref }, 'Work on an instance failed'),
  )
  const setup = projectSetup({ access, secrets: projectKeys, migrations: deps.projectMigrations })
  const closePools = async (ref: string) => void (await Promise.all([pools.close(ref), apis.release(ref)]))
  const { doorman } = poolers
  const sleep = composeSleep({
    app,
    metadata,
    engine,
    statuses,
    setup,
    queue,
    doors,
    access,
    doorman,
    now,
    async letGo(ref) {
      if (!(await poolers.release(ref))) return false
      await closePools(ref)
      return true
    },
  })
  const { lifecycle, watch, room } = composeLifecycle({
    app,
    engine,
    statuses,
    setup,
    queue,
    doorman,
    access,
    users,
    notifier,
    report,
    secrets: projectKeys,
    sleeping: sleep.sleeping,
    handRules: poolers.handRules,
    forget: apis.forget,
    watchTimes: deps.watchTimes,
    release: (ref) => {
      poolers.disconnect(ref)
      return closePools(ref)
    },
  })

  const isOn = (feature: Config['disabledFeatures'][number]) =>
    isPlatform && !config.disabledFeatures.includes(feature)
  const usage = usageSlice({
    metadata,
    bus,
    engine,
    access,
    gates,
    projects,
    organizations,
    notifier,
    now,
    isBillingOffered: isOn('billing:all'),
    onError: (error, what) => app.log.error({ err: error }, what),
  })

  await app.register(
    installationRoutes({
      gates,
      edition: config.edition,
      version,
      disabledFeatures: config.disabledFeatures,
      isSetupRequired: async () => !(await users.hasAny()),
      checkMetadata: metadataCheck(metadata, { disk: deps.metadataDisk }),
    }),
  )
  await app.register(openApiRoutes({ gates }))
  const announceMembers = ({ id, slug }: { id: string; slug: string }) =>
    bus.publish(id, { type: 'members', organization_slug: slug })
  await app.register(
    organizationRoutes({
      gates,
      store: organizations,
      defaultPlan: config.defaultPlan,
      mayCreate: isOn('organizations:create'),
      highestAiLevel,
      announce: announceMembers,
    }),
  )
  await composePeople(app, {
    gates,
    config,
    metadata,
    secrets,
    announceMembers,
    announceOrganization: ({ id, slug }) =>
      bus.publish(id, { type: 'organization', organization_slug: slug }),
    notifier,
    setupLink,
    now,
    isSignUpOpen: isOn('dashboard_auth:sign_up'),
    users,
    sessions,
    tokens,
    organizations,
    permissions,
    projects,
  })
  await app.register(
    projectRoutes({
      gates,
      store: projects,
      service: projectService({
        store: projects,
        move: transferStore(metadata).move,
        region: config.region,
        mayCreate: isOn('projects:create'),
        organizationOf: organizations.findFor,
        accessToOrganization: permissions.accessToOrganization,
        provision: lifecycle.provision,
        superuserPassword: deps.superuserPassword,
        room,
      }),
      lifecycle,
      mayDelete: isPlatform,
      connectionStringOf: connectionStrings({ engine, config }),
      activityOf: (userId, organizationId) =>
        projectActivity(metadata, { userId, organizationId, now: now() }),
      announce: statuses.announce,
      announceTransfer: async (ref, fromSlug) => {
        const from = await organizations.idOf(fromSlug)
        if (from) bus.publish(from, { type: 'project_removed', ref, organization_slug: fromSlug })
        await statuses.announce(ref)
      },
    }),
  )
  await app.register(
    branchRoutes({ gates, store: branchStore(metadata), accessToProject: permissions.accessToProject }),
  )
  await composeConnect(app, { gates, config, engine, access, secrets: projectKeys, poolers })
  await poolers.register(gates, lifecycle.restart)
  await sleep.register(gates)
  await apis.register(gates, projects.find, usage.metering.meterApi)
  await composeQueries(app, {
    gates,
    metadata,
    bus,
    pools,
    now,
    dataDir: config.dataDir,
    usableAccess: permissions.usableAccess,
    rolesOf: logins.list,
    glance: glanceBy(access),
    meter: usage.metering.meterRequest,
  })
  await composeAi(app, { gates, config, pools, projects, permissions, organizations, now })
  await composeMcp(app, { gates, isStillVouched, config, version, now })
  await app.register(
    eventRoutes({
      gates,
      bus,
      isStillVouched,
      mayHear: (userId, organizationId, event) =>
        permissions.mayHear(userId, organizationId, projectOf(event)),
    }),
  )
  await app.register(
    notificationRoutes({
      gates,
      store: notifications,
      service: notifier,
      isProjectOf: async (organizationId, ref) =>
        (await projects.find(ref))?.organization_id === organizationId,
    }),
  )
  await integrations.register(gates)
  await app.register(usage.routes)
  await composeSnippets(app, {
    gates,
    metadata,
    organizationIdOf: async (ref) => (await projects.find(ref))?.organization_id,
  })
  await app.register(
    auditLog.routes({ gates, endpoints: () => routes.flatMap(({ mounted }) => mounted?.endpoint ?? []) }),
  )
  const { releases } = await composeAbout(app, {
    gates,
    config,
    version,
    metadata,
    engine,
    users,
    projects,
    permissions,
    notifier,
    poolers,
    owner,
    now,
  })
  await addDashboardFiles(app, config.dashboardDir)

  /** Makes what an edition needs before anybody comes. */
  const prepare = async () => {
    await projects.moveTo(config.region)
    if (owner) await makeSelfHostedProject(owner, { organizations, projects }, config.region)
  }
  const mounted = routes.flatMap((route) => route.mounted ?? [])
  const tidy = () =>
    apis.tidy(() => projects.refsIn(statusesFor('query'), { isAsleep: false }), sleep.watch.unnoticed)
  return {
    app,
    lifecycle,
    watch,
    users,
    bus,
    prepare,
    tidy,
    routes,
    mounted,
    poolers,
    usage: usage.metering,
    releases,
    webhooks: integrations.deliverer,
    storage: apis.storage,
    idle: sleep.watch,
  }
}
