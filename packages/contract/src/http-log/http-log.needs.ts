import type { Needs } from '../permissions/need.rules.ts'

export const httpLogNeeds = {
  readLogs: { action: 'analytics:Read', resource: 'logs', to: 'read the log of this project' },
} as const satisfies Needs
