import type { Needs } from '../permissions/need.rules.ts'

export const productionLockNeeds = {
  lockProduction: { action: 'write:Update', resource: 'projects', to: 'lock or unlock production' },
} as const satisfies Needs
