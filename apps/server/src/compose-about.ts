import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyInstance } from 'fastify'
import type { Poolers } from './compose-poolers.ts'
import type { Config } from './config.ts'
import { serverLogFile } from './data-dir.ts'
import type { UserStore } from './features/access/users.store.ts'
import { documentationRoutes } from './features/documentation/documentation.routes.ts'
import { documentRoutes } from './features/documents/documents.routes.ts'
import { feedbackRoutes } from './features/feedback/feedback.routes.ts'
import { metricsRoutes } from './features/installation/metrics.routes.ts'
import { feedbackNotice } from './features/notifications/feedback-notice.ts'
import type { NotificationService } from './features/notifications/notifications.service.ts'
import { releaseNotice } from './features/notifications/release-notice.ts'
import type { PermissionStore } from './features/permissions/permissions.store.ts'
import { poolerMetrics } from './features/poolers/pooler-metrics.ts'
import type { ProjectStore } from './features/projects/projects.store.ts'
import { readDeployment } from './features/releases/deployment.ts'
import { releaseWatch } from './features/releases/release-watch.ts'
import { releaseRoutes } from './features/releases/releases.routes.ts'
import { supportRoutes } from './features/support/support.routes.ts'
import { supportService } from './features/support/support.service.ts'
import type { Caller, Gates } from './http/gate.ts'
import type { Metadata } from './platform/metadata/metadata.ts'

interface Deps {
  gates: Gates
  config: Config
  version: string
  metadata: Metadata
  engine: Engine
  users: Pick<UserStore, 'installationOwner'>
  projects: Pick<ProjectStore, 'findFor'>
  permissions: Pick<PermissionStore, 'accessToProject'>
  notifier: Pick<NotificationService, 'notifyUser' | 'notifyUserOnce'>
  poolers: Pick<Poolers, 'statistics'>
  /** The one user of the self-hosted edition. */
  owner: Caller | undefined
  now: () => Date
}

/** What the product says of itself: its releases, its guides, and how it is when somebody is to help. */
export async function composeAbout(app: FastifyInstance, deps: Deps) {
  const {
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
  } = deps
  await app.register(
    metricsRoutes({
      version,
      token: config.metricsToken,
      metadata,
      engine,
      counts: app.requestCounts,
      poolerMetrics: async () => poolerMetrics(await poolers.statistics()),
    }),
  )
  const current = `v${version}`
  const releases = releaseWatch({
    url: config.releasesUrl,
    current,
    onUpdate: async (latest) => {
      const installationOwner = await users.installationOwner()
      if (installationOwner)
        await notifier.notifyUserOnce(installationOwner.id, releaseNotice(latest, current))
    },
    onFailed: (error) => app.log.warn({ err: error }, 'Asking for new releases failed'),
  })
  await app.register(releaseRoutes({ gates, dashboardDir: config.dashboardDir, releases }))
  await app.register(documentationRoutes({ gates, productDir: config.productDir }))
  const isMetadataExternal = config.metadataUrl !== undefined
  await app.register(
    documentRoutes({
      gates,
      productDir: config.productDir,
      isMetadataExternal,
      releasesUrl: config.releasesUrl,
      mailUrl: config.mail?.url.href,
    }),
  )
  await app.register(
    supportRoutes({
      gates,
      service: supportService({
        engine,
        version,
        edition: config.edition,
        disabledFeatures: config.disabledFeatures,
        isMetadataExternal,
        dataDir: config.dataDir,
        logFile: serverLogFile(config.dataDir),
        commit: async () => (await readDeployment(config.dashboardDir)).commitSha,
        projectOf: projects.findFor,
        accessToProject: permissions.accessToProject,
        isInstallationOwner: async (userId) =>
          userId === (owner?.userId ?? (await users.installationOwner())?.id),
        now,
      }),
    }),
  )
  await app.register(
    feedbackRoutes({
      gates,
      tellOwner: async (idea) => {
        const installationOwner = owner?.userId ?? (await users.installationOwner())?.id
        if (installationOwner !== undefined)
          await notifier.notifyUser(installationOwner, feedbackNotice(idea))
      },
      now,
    }),
  )
  return { releases }
}
