import type { Needs } from '../permissions/need.rules.ts'

export const memberNeeds = {
  seeMembers: { action: 'read:Read', resource: 'members', to: 'see the members of this organization' },
  inviteMembers: { action: 'write:Create', resource: 'user_invites', to: 'invite members' },
  revokeInvitations: { action: 'write:Delete', resource: 'user_invites', to: 'revoke invitations' },
  changeRoles: { action: 'write:Update', resource: 'auth.subject_roles', to: 'change roles' },
  removeMembers: { action: 'write:Delete', resource: 'auth.subject_roles', to: 'remove members' },
  decideOwners: {
    action: 'write:Update',
    resource: 'auth.subject_roles.owner',
    to: 'decide who owns this organization',
  },
} as const satisfies Needs
