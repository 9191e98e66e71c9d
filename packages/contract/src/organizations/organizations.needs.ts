import type { Needs } from '../permissions/need.rules.ts'

export const organizationNeeds = {
  seeOrganization: { action: 'read:Read', resource: 'organizations', to: 'see this organization' },
  changeOrganization: {
    action: 'write:Update',
    resource: 'organizations',
    to: 'change the settings of this organization',
  },
  deleteOrganization: { action: 'write:Delete', resource: 'organizations', to: 'delete this organization' },
} as const satisfies Needs
