import type { Needs } from '../permissions/need.rules.ts'

export const queryHistoryNeeds = {
  seeQueryHistory: { action: 'analytics:Read', resource: 'logs', to: 'see what was run in this project' },
} as const satisfies Needs
