import type { Needs } from '../permissions/need.rules.ts'

export const integrationNeeds = {
  seeIntegrations: {
    action: 'read:Read',
    resource: 'integrations',
    to: 'see the integrations of this organization',
  },
  changeIntegrations: {
    action: 'write:Update',
    resource: 'organizations',
    to: 'change the integrations of this organization',
  },
} as const satisfies Needs
