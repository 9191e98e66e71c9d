import {
  acceptInvitation as acceptInvitationCall,
  createInvitations as createInvitationsCall,
  deleteInvitation,
  getInvitation,
  listInvitations,
  listMembers,
  removeMember as removeMemberCall,
  renewInvitation as renewInvitationCall,
  transferOwnership as transferOwnershipCall,
  updateMember as updateMemberCall,
} from '@basalt/contract/members/members.endpoints.ts'
import type { Invitation, MemberChange, NewInvitations } from '@basalt/contract/members/members.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { memberKeys } from './member-keys.queries.ts'

export const memberQueries = {
  list: (slug: string) =>
    queryOptions({
      queryKey: [...memberKeys.of(slug), 'list'],
      queryFn: ({ signal }) => call(listMembers, { params: { slug } }, signal),
    }),

  /** The pending invitations; only for members who can invite. */
  invitations: (slug: string) =>
    queryOptions({
      queryKey: [...memberKeys.of(slug), 'invitations'],
      queryFn: ({ signal }) => call(listInvitations, { params: { slug } }, signal),
    }),

  /** The invitation behind a link, for the signed-in user, if any. */
  invitation: (slug: string, token: string, email: string | undefined) =>
    queryOptions({
      queryKey: [...memberKeys.of(slug), 'invitation', token, email],
      queryFn: ({ signal }) => call(getInvitation, { params: { slug, token } }, signal),
      // Never cached, because it may have been used or revoked.
      gcTime: 0,
    }),
}

const refresh = (client: QueryClient, slug: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: memberKeys.of(slug) }),
    client.invalidateQueries({ queryKey: permissionQueries.all }),
  ])

/** Errors are displayed in the form. */
export const inviteMembers = (slug: string) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof NewInvitations>) =>
      call(createInvitationsCall, { params: { slug }, body }),
    onSuccess: (_created, _body, _result, { client }) => refresh(client, slug),
  })

/** Creates a new link, because links are displayed only once. The old one stops working. */
export const renewInvitation = (slug: string) =>
  mutationOptions({
    mutationFn: ({ id }: Invitation) => call(renewInvitationCall, { params: { slug, id } }),
    onSettled: (_renewed, _error, _invitation, _result, { client }) => refresh(client, slug),
    meta: { errorTitle: 'Failed to send the invitation again' },
  })

/** Errors are displayed in the confirmation dialog. */
export const revokeInvitation = (slug: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteInvitation, { params: { slug, id } }),
    onSuccess: (_done, _id, _result, { client }) => refresh(client, slug),
  })

/** Errors are displayed in the form. */
export const changeAccess = (slug: string, userId: string) =>
  mutationOptions({
    mutationFn: (body: MemberChange) => call(updateMemberCall, { params: { slug, id: userId }, body }),
    onSettled: (_member, _error, _body, _result, { client }) => refresh(client, slug),
  })

/** Errors are displayed in the confirmation dialog. */
export const removeMember = (slug: string) =>
  mutationOptions({
    mutationFn: (userId: string) => call(removeMemberCall, { params: { slug, id: userId } }),
    onSuccess: (_done, _userId, _result, { client }) => refresh(client, slug),
  })

/** Removes the organization from the list at once. Errors are displayed in the dialog. */
export const leaveOrganization = (slug: string) =>
  mutationOptions({
    mutationFn: (userId: string) => call(removeMemberCall, { params: { slug, id: userId } }),
    onSuccess: (_done, _userId, _result, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: organizationQueries.list().queryKey }),
        client.invalidateQueries({ queryKey: permissionQueries.all }),
      ]),
  })

/** Errors are displayed in the confirmation dialog. */
export const transferOwnership = (slug: string) =>
  mutationOptions({
    mutationFn: (user_id: string) => call(transferOwnershipCall, { params: { slug }, body: { user_id } }),
    onSuccess: (_members, _userId, _result, { client }) => refresh(client, slug),
  })

/** Errors are displayed on the page. */
export const acceptInvitation = mutationOptions({
  mutationFn: (params: { slug: string; token: string }) => call(acceptInvitationCall, { params }),
  onSuccess: ({ slug }, _params, _result, { client }) =>
    Promise.all([
      client.invalidateQueries({ queryKey: organizationQueries.list().queryKey }),
      client.invalidateQueries({ queryKey: permissionQueries.all }),
      client.invalidateQueries({ queryKey: memberQueries.list(slug).queryKey }),
    ]),
})
