import type { DiskSpace } from '@basalt/postgres-supervisor/engine.ts'
import { metadataCheck } from '../../platform/metadata/metadata-health.ts'
import type { Metric } from '../../platform/metrics-text.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { installationRoutes, openApiRoutes } from './installation.routes.ts'
import { metricsRoutes } from './metrics.routes.ts'

interface Needs {
  /** Disk space of the embedded metadata database; undefined for an external one. */
  metadataDisk: (() => Promise<DiskSpace>) | undefined
  poolerMetrics(): Promise<readonly Metric[]>
}

/** Health, public settings, metrics and API description of the installation. */
export const installationSlice = (platform: Platform, { metadataDisk, poolerMetrics }: Needs): Slice => ({
  async routes(app) {
    const { gates, config, version, users, metadata, engine } = platform
    await app.register(
      installationRoutes({
        gates,
        edition: config.edition,
        version,
        disabledFeatures: config.disabledFeatures,
        publicUrl: config.publicUrl,
        isSetupRequired: async () => !(await users.hasAny()),
        ownerId: platform.installationOwnerId,
        checkMetadata: metadataCheck(metadata, { disk: metadataDisk }),
      }),
    )
    await app.register(openApiRoutes({ gates }))
    await app.register(
      metricsRoutes({
        version,
        token: config.metricsToken,
        metadata,
        engine,
        counts: app.requestCounts,
        poolerMetrics,
      }),
    )
  },
})
