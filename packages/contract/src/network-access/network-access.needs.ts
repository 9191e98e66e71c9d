import type { Needs } from '../permissions/need.rules.ts'

export const networkAccessNeeds = {
  changeNetworkAccess: {
    action: 'write:Update',
    resource: 'projects',
    to: 'change who may connect to this database',
  },
} as const satisfies Needs
