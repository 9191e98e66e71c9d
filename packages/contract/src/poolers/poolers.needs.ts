import type { Needs } from '../permissions/need.rules.ts'

export const poolerNeeds = {
  changePoolers: { action: 'write:Update', resource: 'projects', to: 'change the poolers of this project' },
} as const satisfies Needs
