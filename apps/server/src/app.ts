import { highestLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import { DEFAULT_POOL } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import { isLocked } from '@basalt/contract/production-lock/production-lock.rules.ts'
import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { DiskSpace, Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { projectLogsIn, serverLogFile } from './data-dir.ts'
import { accessSlice } from './features/access/access.slice.ts'
import { accountsOf } from './features/access/accounts.ts'
import type { SetupLink } from './features/access/setup-link.ts'
import { addonsSlice } from './features/addons/addons.slice.ts'
import { addonStore } from './features/addons/addons.store.ts'
import { advisorsSlice } from './features/advisors/advisors.slice.ts'
import { aiSlice } from './features/ai/ai.slice.ts'
import { apiDocsSlice } from './features/api-docs/api-docs.slice.ts'
import { auditSlice } from './features/audit/audit.slice.ts'
import { authSlice } from './features/auth/auth.slice.ts'
import { authSettingsStore } from './features/auth/auth-settings.store.ts'
import { foreignTokens } from './features/auth/foreign-tokens.ts'
import { backupsSlice } from './features/backups/backups.slice.ts'
import { billingSlice } from './features/billing/billing.slice.ts'
import { branchesSlice } from './features/branches/branches.slice.ts'
import { branchStore } from './features/branches/branches.store.ts'
import { branchStatements } from './features/branches/copied-database.ts'
import { connectSlice } from './features/connect/connect.slice.ts'
import { dataApiSlice } from './features/data-api/data-api.slice.ts'
import { dataApiSettingsSlice } from './features/data-api-settings/data-api-settings.slice.ts'
import { dataApiSettingsStore } from './features/data-api-settings/data-api-settings.store.ts'
import { databaseImportSlice } from './features/database-import/database-import.slice.ts'
import { databaseObjectsSlice } from './features/database-objects/database-objects.slice.ts'
import { documentationSlice } from './features/documentation/documentation.slice.ts'
import { documentsSlice } from './features/documents/documents.slice.ts'
import { dumpSlice } from './features/dump/dump.slice.ts'
import { entitiesSlice } from './features/entities/entities.slice.ts'
import { eventsSlice } from './features/events/events.slice.ts'
import { feedbackSlice } from './features/feedback/feedback.slice.ts'
import { firstStepsSlice } from './features/first-steps/first-steps.slice.ts'
import { foreignFilesSlice } from './features/foreign-files/foreign-files.slice.ts'
import { foreignServersSlice } from './features/foreign-servers/foreign-servers.slice.ts'
import { httpRequestsSlice } from './features/http-requests/http-requests.slice.ts'
import { indexAdviceSlice } from './features/index-advice/index-advice.slice.ts'
import { installationSlice } from './features/installation/installation.slice.ts'
import { makeSelfHostedProject, selfHostedOwner } from './features/installation/self-hosted.ts'
import type { InstallationSource } from './features/installation-backups/installation-backups.service.ts'
import { installationBackupsSlice } from './features/installation-backups/installation-backups.slice.ts'
import type { WatchTimes } from './features/instances/instance-watch.ts'
import { instancesSlice } from './features/instances/instances.slice.ts'
import { integrationsSlice } from './features/integrations/integrations.slice.ts'
import { jobsSlice } from './features/jobs/jobs.slice.ts'
import { keysOf, keysSlice } from './features/keys/keys.slice.ts'
import { ledgerSlice } from './features/ledger/ledger.slice.ts'
import { logDrainsSlice } from './features/log-drains/log-drains.slice.ts'
import { logSearchesSlice } from './features/log-searches/log-searches.slice.ts'
import { logViews } from './features/logs/log-views.ts'
import { logsSlice } from './features/logs/logs.slice.ts'
import { mcpSlice } from './features/mcp/mcp.slice.ts'
import { membersSlice } from './features/members/members.slice.ts'
import type { BranchMerges } from './features/merge-requests/merge-requests.port.ts'
import { mergeRequestsSlice } from './features/merge-requests/merge-requests.slice.ts'
import { metricSources } from './features/metrics/metric-sources.ts'
import { metricsSlice } from './features/metrics/metrics.slice.ts'
import { mfaSlice } from './features/mfa/mfa.slice.ts'
import { migrationsSlice } from './features/migrations/migrations.slice.ts'
import { networkAccessSlice } from './features/network-access/network-access.slice.ts'
import { notificationsSlice } from './features/notifications/notifications.slice.ts'
import { organizationsSlice } from './features/organizations/organizations.slice.ts'
import { organizationStore } from './features/organizations/organizations.store.ts'
import { permissionsSlice } from './features/permissions/permissions.slice.ts'
import { permissionStore } from './features/permissions/permissions.store.ts'
import { pgMetaSlice } from './features/pg-meta/pg-meta.slice.ts'
import { policyMatrixSlice } from './features/policy-matrix/policy-matrix.slice.ts'
import { poolersSlice } from './features/poolers/poolers.slice.ts'
import { runningPoolers } from './features/poolers/running-poolers.ts'
import { portableProjectsSlice } from './features/portable-projects/portable-projects.slice.ts'
import { productionLockSlice } from './features/production-lock/production-lock.slice.ts'
import { projectsSlice } from './features/projects/projects.slice.ts'
import { projectStore, readAccess } from './features/projects/projects.store.ts'
import { querySlice } from './features/query/query.slice.ts'
import { queryHistorySlice } from './features/query-history/query-history.slice.ts'
import { queryPerformanceSlice } from './features/query-performance/query-performance.slice.ts'
import { statisticSources } from './features/query-performance/statistic-sources.ts'
import { rehearsalsSlice } from './features/rehearsals/rehearsals.slice.ts'
import { releasesSlice } from './features/releases/releases.slice.ts'
import type { ReadDatabase } from './features/replicas/replicas.port.ts'
import { replicasSlice } from './features/replicas/replicas.slice.ts'
import { replicaStore } from './features/replicas/replicas.store.ts'
import { replicationSlice } from './features/replication/replication.slice.ts'
import { reportsSlice } from './features/reports/reports.slice.ts'
import { schemaChangesSlice } from './features/schema-changes/schema-changes.slice.ts'
import { schemaDiagramSlice } from './features/schema-diagram/schema-diagram.slice.ts'
import { schemaDriftSlice } from './features/schema-drift/schema-drift.slice.ts'
import { schemasSlice } from './features/schemas/schemas.slice.ts'
import { sleepSlice } from './features/sleep/sleep.slice.ts'
import { snippetsSlice } from './features/snippets/snippets.slice.ts'
import { storageSlice } from './features/storage/storage.slice.ts'
import { supportSlice } from './features/support/support.slice.ts'
import { tableEditorSlice } from './features/table-editor/table-editor.slice.ts'
import { tableTransferSlice } from './features/table-transfer/table-transfer.slice.ts'
import { tableViewsSlice } from './features/table-views/table-views.slice.ts'
import { tableWebhooksSlice } from './features/table-webhooks/table-webhooks.slice.ts'
import { timeMachineSlice } from './features/time-machine/time-machine.slice.ts'
import { upgradesSlice } from './features/upgrades/upgrades.slice.ts'
import { usageSlice } from './features/usage/usage.slice.ts'
import { watchApiCalls } from './http/api-calls.ts'
import { apiGates } from './http/api-gates.ts'
import { addDashboardFiles } from './http/dashboard-files.ts'
import { createGates } from './http/gate.ts'
import { createHttpServer } from './http-server.ts'
import { cachedProjects } from './platform/cached-projects.ts'
import { createEventBus } from './platform/event-bus.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { smtpMailer } from './platform/mail/smtp-mailer.ts'
import { andThen } from './platform/maybe-promise.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import type { Migration } from './platform/metadata/migrations.ts'
import { NO_OTHER_PROCESS, type SettingsChanges } from './platform/metadata/settings-changes.ts'
import { publicAnd } from './platform/outgoing-requests/private-networks.ts'
import type { Platform } from './platform/platform.ts'
import { instanceLocks } from './platform/project-databases/instance-locks.ts'
import { projectDatabases } from './platform/project-databases/project-databases.ts'
import { rightsByMembership } from './platform/project-databases/sql/member-rights.ts'
import { type NextSecret, projectSecrets } from './platform/secrets/project-secrets.ts'
import type { Secrets } from './platform/secrets/secrets.ts'
import type { Slice } from './platform/slice.ts'
import { sliceList } from './platform/slice-list.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

export interface AppDeps {
  config: Config
  version: string
  metadata: Metadata
  /** How often this process may have changed the metadata. */
  metadataChanges: () => number
  /** What other processes change in settings and keys; none by default. */
  settingsChanges?: SettingsChanges | undefined
  /** Disk space of the embedded metadata database; undefined for an external one. */
  metadataDisk?: (() => Promise<DiskSpace>) | undefined
  secrets: Secrets
  engine: Engine
  /** The bytes of projects' files. */
  blobs: BlobStore
  /** Where the backups of projects go. */
  backups: BlobStore
  /** What that place is called. */
  backupPlace: string
  /** What a backup of the installation reads. */
  installation: InstallationSource
  /** Folder of the log that is being received from databases. */
  receivedDir: string
  /** Folder of incomplete uploads; on the same file system as the blobs when those are files. */
  uploadsDir: string
  projectMigrations: Migration[]
  setupLink: SetupLink
  superuserPassword?: NextSecret
  /** The system clock by default. */
  now?: () => Date
  /** How often databases are checked; `instance-watch.rules.ts` by default. */
  watchTimes?: WatchTimes
  /** Without it, nothing is logged. */
  logger?: FastifyBaseLogger
  /** Without it, nothing is traced. */
  tracing?: Tracing | undefined
  /** Further features, added after the built-in ones. */
  features?: readonly ((platform: Platform) => Slice)[]
}

/**
 * Builds the whole server from open resources. It opens none itself and reads no environment, so a test builds the
 * same app that runs in production. Features start in the order listed here.
 */
export async function buildApp(deps: AppDeps) {
  const { config, version, metadata, secrets, engine, now = () => new Date() } = deps
  const { app, routes, auditLog } = await createHttpServer({
    config,
    version,
    metadata,
    now,
    logger: deps.logger,
    tracing: deps.tracing,
  })
  const { log } = app
  const mounted = () => routes.flatMap((route) => route.mounted ?? [])
  const { add, ...slices } = sliceList(log)
  const bus = createEventBus((error) => log.error({ err: error }, 'A listener to events failed'))
  const locks = instanceLocks()

  const projectSecretStore = projectSecrets(metadata, secrets)
  const owner = config.edition === 'platform' ? undefined : await selfHostedOwner(metadata)
  const accounts = accountsOf(metadata, owner)
  const organizations = organizationStore(metadata, highestLevel(config.disabledFeatures))
  const permissions = permissionStore(metadata)
  const changes = deps.settingsChanges ?? NO_OTHER_PROCESS
  const keys = keysOf({ metadata, secrets, projectSecrets: projectSecretStore, changes, now })
  const projects = projectStore({ metadata, secrets: projectSecretStore, createKeys: keys.createDefaults })

  const installationOwnerId = async () => owner?.userId ?? (await accounts.users.installationOwner())?.id
  const branchRows = branchStore(metadata)
  const jobs = createJobs({ metadata, projects, mayWake: branchRows.isPersistent, log, now })
  const settings = dataApiSettingsStore(metadata, changes)
  const authSettings = authSettingsStore(metadata, secrets, changes)
  const projectOf = cachedProjects(projects.find, bus)
  const databases = projectDatabases({
    engine,
    locks,
    secrets: projectSecretStore,
    rights: rightsByMembership(bus, permissions, (error, ref) =>
      log.error({ err: error, ref }, "Checking a member's rights failed"),
    ),
    isLocked: async (ref) => {
      const project = await projectOf(ref)
      return project !== undefined && isLocked(project, now().getTime())
    },
    apiConnectionsOf: async (ref) => (await settings.of(ref)).db_pool ?? DEFAULT_POOL,
    onApiError: (error, ref) => log.error({ err: error, ref }, "A connection of a project's APIs failed"),
  })
  add({ close: databases.closeAll })
  bus.subscribe((_audience, event) => {
    if (event.type === 'project' && event.project.status === 'ACTIVE_UNHEALTHY')
      void databases.asCaller.abort(event.project.ref)
  })

  const platform: Platform = {
    config,
    version,
    isOffered: (feature) => config.edition === 'platform' && !config.disabledFeatures.includes(feature),
    now,
    log,
    failed: (what) => (error, ref) => log.error({ err: error, ref }, what),
    bus,
    jobs,
    metadata,
    secrets,
    projectSecrets: projectSecretStore,
    engine,
    locks,
    databases,
    users: { ...accounts.users, isCredentialValid: accounts.isCredentialValid },
    organizations,
    permissions,
    projects,
    installationOwnerId,
    gates: createGates({
      callerOf: accounts.callerOf,
      isInstallationOwner: async (userId) => userId === (await installationOwnerId()),
      organizationOf: organizations.findFor,
      accessToOrganization: permissions.accessToOrganization,
      isLocked: (project) => isLocked(project, now().getTime()),
      changes: deps.metadataChanges,
      async callerInProject(request, ref) {
        const found = await accounts.callerWith(request, projects.accessOf, ref)
        return found && { caller: found.caller, found: readAccess(found.about) }
      },
    }),
    apiGates: apiGates({
      projectOf,
      verify: foreignTokens({
        settings: authSettings,
        reach: publicAnd(config.privateNetworks.requests),
        now,
      }).beside(keys.service.verify),
    }),
  }
  const mailer =
    config.mail && smtpMailer(config.mail, (error) => log.warn({ err: error }, 'A mail was not sent'))

  add(auditSlice(platform, { auditLog, endpoints: () => mounted().map(({ endpoint }) => endpoint) }))
  const logs = add(
    logsSlice(platform, {
      directory: projectLogsIn(deps.installation.dataDir),
      hasProject: (ref) =>
        andThen(isProjectRef(ref) ? projectOf(ref) : undefined, (found) => found !== undefined),
      sources: [...metricSources, ...statisticSources],
    }),
  )
  add(logDrainsSlice(platform, logs))
  add(logSearchesSlice(platform))
  const integrations = add(integrationsSlice(platform))
  const { notifier, memberNotifier, reportIncident } = add(
    notificationsSlice(platform, { forward: integrations.forward }),
  )

  const addons = addonStore(metadata)
  const running = runningPoolers(config.poolerPorts)
  const network = add(
    networkAccessSlice(platform, { hasIpv4: addons.hasIpv4, disconnect: running.disconnect }),
  )
  const poolers = add(
    poolersSlice(platform, {
      running,
      network,
      hasIpv4: addons.hasIpv4,
      reportIncident,
      chooseReadDatabase: (ref): Promise<ReadDatabase> => replicas.chooseReadDatabase(ref),
      onAttempt: logs.addLogin,
    }),
  )
  const instances = add(
    instancesSlice(platform, {
      store: projects,
      migrations: deps.projectMigrations,
      watchTimes: deps.watchTimes,
      notifier,
      reportIncident,
      pushRules: network.pushRules,
      poolers,
      release: slices.release,
      forget: slices.forget,
    }),
  )
  const replicaRows = replicaStore(metadata)
  const replicas = add(
    replicasSlice(platform, {
      store: replicaRows,
      instances,
      reportIncident,
      beginHistory: (ref): Promise<void> => backups.service.beginHistory(ref),
      createBranch: (ref, { name, replica }): Promise<{ project_ref: string }> =>
        branches.service.create(ref, { branch_name: name, persistent: true, with_data: true }, { replica }),
    }),
  )
  const sleep = add(
    sleepSlice(platform, { fallAsleep: instances.fallAsleep, replicasOf: replicaRows.listOf }),
  )
  const { lifecycle } = instances
  add(
    addonsSlice(platform, {
      store: addons,
      pushRules: network.pushRules,
      syncPooler: poolers.syncDedicated,
      restart: lifecycle.restart,
    }),
  )
  const usage = add(usageSlice(platform, { notifier, gauges: [instances.gauge] }))

  add(permissionsSlice(platform, { store: permissions }))
  add(organizationsSlice(platform, { store: organizations }))
  const members = add(membersSlice(platform, { memberNotifier, mailer }))
  const mfa = add(mfaSlice(platform, { memberNotifier }))
  add(
    accessSlice(platform, {
      accounts,
      mfa: mfa.service,
      mustInvite: members.mustInvite,
      notifier,
      setupLink: deps.setupLink,
      mailer,
    }),
  )
  const { connectionStringOf } = add(
    connectSlice(platform, { ...poolers, replicas: replicaRows, databaseOf: replicas.resolve }),
  )
  const { ledger } = add(ledgerSlice(platform))
  const backups = add(
    backupsSlice(platform, {
      instances,
      createProject: projects.create,
      reportIncident,
      activity: ledger.activity,
      dataReplaced: replicas.service.dataReplaced,
      backups: deps.backups,
      blobs: deps.blobs,
      parentOf: branchRows.parentOf,
      receivedDir: deps.receivedDir,
      branchStatements: branchStatements({ withData: true }),
    }),
  )
  add(
    installationBackupsSlice(platform, {
      source: deps.installation,
      files: deps.blobs,
      backups: deps.backups,
      place: deps.backupPlace,
      checkRestored: backups.checkRestored,
      notifier,
    }),
  )
  add(
    portableProjectsSlice(platform, {
      blobs: deps.blobs,
      uploadsDir: deps.uploadsDir,
      instances,
      readBackup: backups.service.readBackup,
      parentOf: branchRows.parentOf,
      createProject: projects.create,
      copyStatements: branchStatements({ withData: true }),
    }),
  )
  add(dataApiSettingsSlice(platform, { settings }))
  const { versionOf } = add(
    dataApiSlice(platform, {
      settingsOf: settings.of,
      chooseReadDatabase: replicas.chooseReadDatabase,
    }),
  )
  add(keysSlice(platform, keys))
  add(apiDocsSlice(platform, { settingsOf: settings.of, versionOf }))
  add(migrationsSlice(platform, ledger))
  add(schemaDriftSlice(platform, { migrations: deps.projectMigrations }))
  const { rehearsals } = add(
    rehearsalsSlice(platform, { copyStatements: branchStatements({ withData: true }) }),
  )
  add(indexAdviceSlice(platform, rehearsals))
  const { checks: policies } = add(policyMatrixSlice(platform, rehearsals))
  const { checks: advisors } = add(
    advisorsSlice(platform, {
      settingsOf: settings.of,
      authSettingsOf: authSettings.of,
      networkRulesOf: network.of,
      notifier,
    }),
  )
  const { measurements } = add(queryPerformanceSlice(platform, { ...logs, uncounted: sleep.watch.uncounted }))
  const metrics = add(
    metricsSlice(platform, {
      ...logs,
      logs: { requests: logViews.edge_logs, logins: logViews.pooler_logs },
      measurements,
    }),
  )
  add(reportsSlice(platform))
  add(schemasSlice(platform, ledger))
  add(tableEditorSlice(platform, { recorded: ledger.recorded, databaseOf: replicas.resolve }))
  add(
    tableTransferSlice(platform, {
      recorded: ledger.recorded,
      meter: usage.metering.meterRequest,
      databaseOf: replicas.resolve,
    }),
  )
  add(entitiesSlice(platform))
  add(pgMetaSlice(platform))
  add(tableViewsSlice(platform))
  add(schemaChangesSlice(platform, ledger))
  add(databaseObjectsSlice(platform, ledger))
  add(schemaDiagramSlice(platform))
  const tableWebhooks = add(
    tableWebhooksSlice(platform, {
      ...branchRows,
      recorded: ledger.recorded,
      onAttempt: logs.addWebhookAttempt,
    }),
  )
  const { requests: httpRequests } = add(httpRequestsSlice(platform, branchRows))
  add(dumpSlice(platform))
  add(databaseImportSlice(platform, ledger))
  add(replicationSlice(platform, ledger))
  add(foreignServersSlice(platform, ledger))
  add(foreignFilesSlice(platform, ledger))
  const { storage } = add(
    storageSlice(platform, {
      blobs: deps.blobs,
      uploadsDir: deps.uploadsDir,
      signer: keys.service,
      uncounted: sleep.watch.uncounted,
      branches: branchRows,
      backups: backups.service,
    }),
  )
  add(
    authSlice(platform, {
      keys: keys.service,
      settings: authSettings,
      mailer,
      uncounted: sleep.watch.uncounted,
    }),
  )
  // After the storage, so that it closes first: bytes are not removed while a branch is copied.
  const branches = add(
    branchesSlice(platform, {
      store: branchRows,
      projects,
      instances,
      notifier,
      accessRules: network.rulesOf,
      whileCopying: storage.janitor.whileCopying,
      fileBytes: storage.familyBytes,
      backups: backups.service,
      async beginHistory(ref) {
        await replicas.service.dataReplaced(ref)
        await backups.service.beginHistory(ref)
      },
      replicaAdopted: replicas.service.adopted,
      deliveriesChanged: tableWebhooks.deliverer.refresh,
      // They build on each other.
      merges: (): BranchMerges => merges,
    }),
  )
  const { service: merges } = add(
    mergeRequestsSlice(platform, {
      origins: branches.origins,
      rehearsals,
      policies,
      advisors,
      backups: backups.service,
      ledger,
      notifier,
    }),
  )
  add(upgradesSlice(platform, { replicasOf: replicaRows.listOf, branchesOf: (ref) => branchRows.list(ref) }))
  add(
    timeMachineSlice(platform, {
      backups: backups.service,
      branches: branches.service,
      findBranch: branchRows.find,
      ledger,
    }),
  )
  add(
    projectsSlice(platform, {
      store: projects,
      instances,
      removeProject: branches.service.removeProject,
      connectionStringOf,
      superuserPassword: deps.superuserPassword,
      requestsByHour: logs.requestsByHour,
    }),
  )

  add(
    productionLockSlice(platform, {
      parentOf: branchRows.parentOf,
      announce: instances.statuses.announce,
    }),
  )

  const { recorded } = add(queryHistorySlice(platform, { onEnd: ledger.recordRun }))
  add(
    querySlice(platform, {
      recorded,
      recordCommit: ledger.recordCommit,
      meter: usage.metering.meterRequest,
      databaseOf: replicas.resolve,
      restorePoint: (ref, name, signal) =>
        backups.service.restorePoint(ref, name, { reason: 'statement', signal }),
    }),
  )
  add(snippetsSlice(platform, branchRows))
  const { tools } = add(mcpSlice(platform))
  add(aiSlice(platform, { tools }))

  add(firstStepsSlice(platform))
  add(eventsSlice(platform))
  add(billingSlice(platform))
  add(installationSlice(platform, { metadataDisk: deps.metadataDisk, poolerMetrics: poolers.metrics }))
  const releases = add(releasesSlice(platform, { notifier }))
  add(documentationSlice(platform))
  add(documentsSlice(platform))
  add(supportSlice(platform, { logFile: serverLogFile(config.dataDir), commit: releases.commit }))
  add(feedbackSlice(platform, { notifier }))
  // Last, so that it closes first: no job uses a closed feature.
  add(jobsSlice(platform, { notifier }))
  for (const feature of deps.features ?? []) add(feature(platform))
  jobs.define(slices.jobs())

  watchApiCalls(
    app,
    (call) => {
      usage.metering.meterApi(call)
      logs.addCall(call)
    },
    now,
  )
  await slices.mountOn(app)
  await addDashboardFiles(app, config.dashboardDir)

  return {
    app,
    routes,
    mounted: mounted(),
    bus,
    users: accounts.users,
    /** Creates what the edition needs before the first request. */
    async prepare() {
      await projects.moveTo(config.region)
      await replicaRows.moveTo(config.region)
      if (owner) await makeSelfHostedProject(owner, { organizations, projects }, config.region)
    },
    startFeatures: slices.start,
    jobs,
    lifecycle,
    replicas: replicas.service,
    replicaLags: replicas.lags,
    branches: branches.service,
    backups: backups.service,
    poolers,
    webhooks: integrations.deliverer,
    tableWebhooks: tableWebhooks.deliverer,
    httpRequests,
    watch: instances.watch,
    idle: sleep.watch,
    usage: usage.metering,
    releases,
    storage,
    logs,
    metrics,
  }
}
