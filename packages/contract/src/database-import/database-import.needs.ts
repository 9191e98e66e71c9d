import type { Needs } from '../permissions/need.rules.ts'

export const databaseImportNeeds = {
  importDatabase: { action: 'write:Update', resource: 'projects', to: 'import a database into this project' },
} as const satisfies Needs
