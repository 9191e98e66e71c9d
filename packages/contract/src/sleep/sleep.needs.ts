import type { Needs } from '../permissions/need.rules.ts'

export const sleepNeeds = {
  changeSleep: { action: 'write:Update', resource: 'projects', to: 'change when this project sleeps' },
} as const satisfies Needs
