import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ChosenBackupSettings } from './backup-settings.schema.ts'

/** In a file of its own, because the menu asks for it: it is part of the first load of every page. */
export const getBackupSettings = endpoint({
  name: 'getBackupSettings',
  method: 'GET',
  path: '/platform/database/:ref/backups/settings',
  summary: 'What was chosen for the backups of a project; null for what its plan decides',
  params: ProjectParams,
  response: ChosenBackupSettings,
})
