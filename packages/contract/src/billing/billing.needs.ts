import type { Needs } from '../permissions/need.rules.ts'

export const billingNeeds = {
  readBilling: { action: 'billing:Read', resource: 'subscriptions', to: 'read the billing' },
  changePlan: {
    action: 'billing:Write',
    resource: 'subscriptions',
    to: 'change the plan of this organization',
  },
} as const satisfies Needs
