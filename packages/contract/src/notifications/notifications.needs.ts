import type { Needs } from '../permissions/need.rules.ts'

export const notificationNeeds = {
  notifyMembers: { action: 'write:Create', resource: 'notifications', to: 'notify the members' },
} as const satisfies Needs
