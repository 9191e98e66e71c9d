import type { Needs } from '../permissions/need.rules.ts'

export const ledgerNeeds = {
  seeChanges: { action: 'analytics:Read', resource: 'logs', to: 'see changes of this database' },
} as const satisfies Needs
