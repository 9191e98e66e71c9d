import type { Needs } from '../permissions/need.rules.ts'

export const mfaNeeds = {
  seeSecurity: { action: 'read:Read', resource: 'organizations', to: 'see how this organization is secured' },
  requireMfa: {
    action: 'write:Update',
    resource: 'organizations',
    to: 'ask the members for multi-factor authentication',
  },
} as const satisfies Needs
