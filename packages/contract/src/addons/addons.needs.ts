import type { Needs } from '../permissions/need.rules.ts'

export const addonNeeds = {
  changeAddons: {
    action: 'billing:Write',
    resource: 'subscriptions',
    to: 'change the add-ons of this project',
  },
} as const satisfies Needs
