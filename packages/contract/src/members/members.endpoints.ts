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
    'Change the role of a member (by user id), or limit the member to projects; conflict when `previous` is outdated',
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
  summary: 'Make another member the owner; the caller becomes an administrator',
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
  summary: 'Invite people, also by mail if the installation can send it; only this response shows the links',
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
  summary:
    'Send an invitation again with a new link, which only this response shows; the old link stops working',
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
  summary: 'The invitation behind a link; `gone` when it was used or has expired',
  params: JoinParams,
  response: OpenInvitation,
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/platform/organizations/:slug/members/invitations/:token',
  summary: 'Join the organization; `gone` when the invitation was used or has expired',
  params: JoinParams,
  response: Organization,
  audit: { title: 'Accept an invitation' },
})
