import type { Needs } from '../permissions/need.rules.ts'

export const logNeeds = {
  readLogs: { action: 'analytics:Read', resource: 'logs', to: 'read the log of this project' },
} as const satisfies Needs
