import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { DataApiSettingsStore } from './data-api-settings.store.ts'

/** What the APIs of projects share. */
export interface ProjectApis {
  /** Asked with every request: it answers from memory. */
  settings: Pick<DataApiSettingsStore, 'of'>
  databases: ProjectDatabases
}
