import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { supportRoutes } from './support.routes.ts'
import { supportService } from './support.service.ts'

interface Needs {
  /** The path of the server log. */
  logFile: string
  /** The commit that the running program was built from; null when unknown. */
  commit(): Promise<string | null>
}

/** The downloadable support bundle: diagnostics of the installation and of a project. */
export function supportSlice(platform: Platform, { logFile, commit }: Needs): Slice {
  const { gates, engine, version, config, projects, permissions, now } = platform
  const service = supportService({
    engine,
    version,
    edition: config.edition,
    disabledFeatures: config.disabledFeatures,
    isMetadataExternal: config.metadataUrl !== undefined,
    dataDir: config.dataDir,
    logFile,
    commit,
    projectOf: projects.findFor,
    accessToProject: permissions.accessToProject,
    isInstallationOwner: async (userId) => userId === (await platform.installationOwnerId()),
    now,
  })
  return { routes: (app) => app.register(supportRoutes({ gates, service })) }
}
