import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { Organization, OrganizationParams } from '../organizations/organizations.schema.ts'
import {
  CreatedInvitation,
  Invitation,
  JoinParams,
  Member,
  MemberChange,
  MemberParams,
  NewInvitations,
  OpenInvitation,
  OrganizationRoles,
} from './members.schema.ts'

export const listMembers = endpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/platform/organizations/:slug/members',
  summary: 'The members of an organization, by email address',
  params: OrganizationParams,
  response: z.array(Member),
})

export const listRoles = endpoint({
  name: 'listRoles',
  method: 'GET',
  path: '/platform/organizations/:slug/roles',
  summary: 'The roles a member can have, in the organization and on single projects',
  params: OrganizationParams,
  response: OrganizationRoles,
})

export const updateMember = endpoint({
  name: 'updateMember',
  method: 'PATCH',
  path: '/platform/organizations/:slug/members/:id',
  summary:
    'Give a member (by user id) another role, or roles on some projects only; conflict when `previous` is no longer so',
  params: MemberParams,
  body: MemberChange,
  response: Member,
  audit: { title: 'Change the access of a member', keeps: ['role_id', 'projects'] },
})

export const removeMember = endpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/platform/organizations/:slug/members/:id',
  summary: 'Remove a member (by user id), or leave; the last owner stays',
  params: MemberParams,
  response: Done,
  audit: { title: 'Remove a member, or leave' },
})

export const transferOwnership = endpoint({
  name: 'transferOwnership',
  method: 'POST',
  path: '/platform/organizations/:slug/ownership',
  summary: 'Make another member the owner in the place of the caller, who becomes an administrator',
  params: OrganizationParams,
  body: z.strictObject({ user_id: z.uuid() }),
  response: z.array(Member),
  audit: { title: 'Transfer ownership', keeps: ['user_id'] },
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/platform/organizations/:slug/members/invitations',
  summary: 'The pending invitations, by email address',
  params: OrganizationParams,
  response: z.array(Invitation),
})

export const createInvitations = endpoint({
  name: 'createInvitations',
  method: 'POST',
  path: '/platform/organizations/:slug/members/invitations',
  summary:
    'Invite people, by mail too where the installation sends any; each link in the answer is shown this once',
  params: OrganizationParams,
  body: NewInvitations,
  response: z.array(CreatedInvitation),
  status: 201,
  audit: { title: 'Invite members', keeps: ['emails', 'role_id', 'role_scoped_projects'] },
})

export const renewInvitation = endpoint({
  name: 'renewInvitation',
  method: 'POST',
  path: '/platform/organizations/:slug/members/invitations/:id/renew',
  summary: 'Send an invitation again with a new link, which is shown this once; the old one stops working',
  params: MemberParams,
  response: CreatedInvitation,
})

export const deleteInvitation = endpoint({
  name: 'deleteInvitation',
  method: 'DELETE',
  path: '/platform/organizations/:slug/members/invitations/:id',
  summary: 'Revoke an invitation',
  params: MemberParams,
  response: Done,
})

export const getInvitation = endpoint({
  name: 'getInvitation',
  method: 'GET',
  path: '/platform/organizations/:slug/members/invitations/:token',
  summary: 'What an invitation offers, for who has its link; gone when it has been used or has expired',
  params: JoinParams,
  response: OpenInvitation,
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/platform/organizations/:slug/members/invitations/:token',
  summary: 'Join the organization; gone when the invitation has been used or has expired',
  params: JoinParams,
  response: Organization,
  audit: { title: 'Accept an invitation' },
})
