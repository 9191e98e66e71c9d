import type { Needs } from '../permissions/need.rules.ts'

export const dumpNeeds = {
  dumpDatabase: { action: 'write:Update', resource: 'projects', to: 'download this database' },
} as const satisfies Needs
