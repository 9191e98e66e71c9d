import {
  clearAuthMails,
  createAuthUser,
  deleteAuthFactors,
  deleteAuthIdentity,
  deleteAuthPasskey,
  deleteAuthUser,
  endAuthSession,
  getAuthOverview,
  getAuthSettings,
  getAuthUser,
  inviteAuthUser,
  issueActingToken,
  listAuthAudit,
  listAuthMails,
  listAuthUsers,
  sendMagicLink,
  sendRecovery,
  sendTestMail,
  updateAuthSettings,
  updateAuthUser,
} from '@basalt/contract/auth/auth.endpoints.ts'
import type { AuthSettingsChange, AuthUser, NewAuthUser } from '@basalt/contract/auth/auth.schema.ts'
import type { AuthAuditAction } from '@basalt/contract/auth/auth-audit.rules.ts'
import type { MailWay } from '@basalt/contract/auth/mail-ways.rules.ts'
import type { UserFilter, UserSort } from '@basalt/contract/auth/user-list.rules.ts'
import { getLogHistogram } from '@basalt/contract/logs/logs.endpoints.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** How often the inbox that is open is read again. */
const MAILS_REFETCH_MS = 3_000

/** Users that a list of a search shows. */
const FOUND_MAX = 20

export interface UserListFilter {
  search: string
  filter: UserFilter
  provider: string | undefined
  sort: UserSort
}

export const authQueries = {
  users: (ref: string) => ['auth', ref, 'users'] as const,

  /** In pages. */
  userList: (ref: string, filter: UserListFilter) =>
    infiniteQueryOptions({
      queryKey: [...authQueries.users(ref), 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        call(
          listAuthUsers,
          { params: { ref }, query: { ...filter, ...(pageParam !== '' && { cursor: pageParam }) } },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      staleTime: 0,
    }),

  /** The users that a search finds first. */
  search: (ref: string, search: string) =>
    queryOptions({
      queryKey: [...authQueries.users(ref), 'search', search],
      queryFn: ({ signal }) =>
        call(listAuthUsers, { params: { ref }, query: { search, limit: FOUND_MAX } }, signal),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),

  /** In pages. */
  audit: (ref: string, filter: { search: string; action: AuthAuditAction | undefined }) =>
    infiniteQueryOptions({
      queryKey: ['auth', ref, 'audit', filter] as const,
      queryFn: ({ pageParam, signal }) =>
        call(
          listAuthAudit,
          { params: { ref }, query: { ...filter, ...(pageParam !== '' && { cursor: pageParam }) } },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      staleTime: 0,
    }),

  overview: (ref: string, days: number) =>
    queryOptions({
      queryKey: ['auth', ref, 'overview', days] as const,
      queryFn: ({ signal }) => call(getAuthOverview, { params: { ref }, query: { days } }, signal),
      staleTime: 0,
    }),

  /** Calls of the auth API over time, by how they ended. */
  failures: (ref: string, days: number) =>
    queryOptions({
      queryKey: ['auth', ref, 'failures', days] as const,
      queryFn: ({ signal }) => {
        const from = new Date()
        from.setUTCHours(0, 0, 0, 0)
        from.setUTCDate(from.getUTCDate() - days + 1)
        const query = { from: from.toISOString(), to: new Date().toISOString() }
        return call(getLogHistogram, { params: { ref, source: 'auth_logs' }, query }, signal)
      },
      staleTime: 0,
    }),

  user: (ref: string, id: string) =>
    queryOptions({
      queryKey: [...authQueries.users(ref), 'one', id],
      queryFn: ({ signal }) => call(getAuthUser, { params: { ref, id } }, signal),
      staleTime: 0,
    }),

  settings: (ref: string) =>
    queryOptions({
      queryKey: ['auth', ref, 'settings'] as const,
      queryFn: ({ signal }) => call(getAuthSettings, { params: { ref } }, signal),
    }),

  mails: (ref: string) =>
    queryOptions({
      queryKey: ['auth', ref, 'mails'] as const,
      queryFn: ({ signal }) => call(listAuthMails, { params: { ref } }, signal),
      refetchInterval: MAILS_REFETCH_MS,
      staleTime: 0,
    }),
}

export const refreshUsers = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: authQueries.users(ref) })

/** The form displays errors. */
export const changeAuthSettings = (ref: string) =>
  mutationOptions({
    mutationFn: (body: AuthSettingsChange) => call(updateAuthSettings, { params: { ref }, body }),
    onSuccess: (settings, _body, _result, { client }) =>
      replaceQueryData(client, authQueries.settings(ref).queryKey, settings),
  })

/** The form displays errors. */
export const addAuthUser = (ref: string) =>
  mutationOptions({
    mutationFn: (body: NewAuthUser) => call(createAuthUser, { params: { ref }, body }),
    onSuccess: (_user, _body, _result, { client }) => refreshUsers(client, ref),
  })

/** The form displays errors. */
export const inviteUser = (ref: string) =>
  mutationOptions({
    mutationFn: (email: string) => call(inviteAuthUser, { params: { ref }, body: { email } }),
    onSuccess: (_done, email, _result, { client }) => {
      toast({ tone: 'success', title: `Invitation to ${email} sent` })
      return refreshUsers(client, ref)
    },
  })

/** The confirmation dialog displays errors. */
export const removeAuthUser = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteAuthUser, { params: { ref, id } }),
    onSuccess: (_done, _id, _result, { client }) => {
      toast({ tone: 'success', title: 'User deleted' })
      return refreshUsers(client, ref)
    },
  })

/** The confirmation dialog displays errors. */
export const banAuthUser = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id, ban_hours }: { id: string; ban_hours: number }) =>
      call(updateAuthUser, { params: { ref, id }, body: { ban_hours } }),
    onSuccess: (_user, { ban_hours }, _result, { client }) => {
      toast({ tone: 'success', title: ban_hours === 0 ? 'Ban ended' : 'User banned' })
      return refreshUsers(client, ref)
    },
  })

/** What can be done with one of several users. */
export const userActions = (ref: string) => ({
  link: ({ email }: AuthUser) => call(sendMagicLink, { params: { ref }, body: { email: email ?? '' } }),
  recovery: ({ email }: AuthUser) => call(sendRecovery, { params: { ref }, body: { email: email ?? '' } }),
  ban: ({ id }: AuthUser, ban_hours: number) =>
    call(updateAuthUser, { params: { ref, id }, body: { ban_hours } }),
  unban: ({ id }: AuthUser) => call(updateAuthUser, { params: { ref, id }, body: { ban_hours: 0 } }),
  delete: ({ id }: AuthUser) => call(deleteAuthUser, { params: { ref, id } }),
})

/** A token to call the API as a user with. */
export const issueToken = (ref: string, id: string) =>
  call(issueActingToken, { params: { ref, id }, body: { aal: 'aal1' } })

export const endUserSession = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (session: string) => call(endAuthSession, { params: { ref, id, session } }),
    onSettled: (_done, _error, _session, _result, { client }) => refreshUsers(client, ref),
    meta: { errorTitle: 'Failed to end the session' },
  })

/** The confirmation dialog displays errors. */
export const removeFactors = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteAuthFactors, { params: { ref, id } }),
    onSuccess: (_done, _id, _result, { client }) => {
      toast({ tone: 'success', title: 'Second factors removed' })
      return refreshUsers(client, ref)
    },
  })

/** The confirmation dialog displays errors. */
export const removeIdentity = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (identity: string) => call(deleteAuthIdentity, { params: { ref, id, identity } }),
    onSuccess: (_done, _identity, _result, { client }) => {
      toast({ tone: 'success', title: 'Identity removed' })
      return refreshUsers(client, ref)
    },
  })

/** The confirmation dialog displays errors. */
export const removePasskey = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (passkey: string) => call(deleteAuthPasskey, { params: { ref, id, passkey } }),
    onSuccess: (_done, _id, _result, { client }) => {
      toast({ tone: 'success', title: 'Passkey removed' })
      return refreshUsers(client, ref)
    },
  })

const mailTo = (ref: string, endpoint: typeof sendMagicLink | typeof sendRecovery, title: string) =>
  mutationOptions({
    mutationFn: (email: string) => call(endpoint, { params: { ref }, body: { email } }),
    onSuccess: (_done, email) => toast({ tone: 'success', title: `${title} sent to ${email}` }),
    onSettled: (_done, _error, _email, _result, { client }) => refreshUsers(client, ref),
    meta: { errorTitle: 'Failed to send the mail' },
  })
export const mailMagicLink = (ref: string) => mailTo(ref, sendMagicLink, 'Sign-in link')
export const mailRecovery = (ref: string) => mailTo(ref, sendRecovery, 'Password reset')

/** The confirmation dialog displays errors. */
export const emptyInbox = (ref: string) =>
  mutationOptions({
    mutationFn: () => call(clearAuthMails, { params: { ref } }),
    onSuccess: (_done, _void, _result, { client }) =>
      client.invalidateQueries({ queryKey: authQueries.mails(ref).queryKey }),
  })

const testMailTexts: Record<MailWay, (email: string) => string> = {
  hook: (email) => `Test mail to ${email} given to the hook`,
  project: (email) => `Test mail to ${email} sent`,
  installation: (email) => `Test mail to ${email} sent by the installation’s mail server`,
  inbox: (email) => `Test mail to ${email} is in the inbox`,
}

/** The form displays errors, and why the mail was refused. */
export const mailTest = (ref: string) =>
  mutationOptions({
    mutationFn: (email: string) => call(sendTestMail, { params: { ref }, body: { email } }),
    onSuccess: ({ failure, went_to }, email) => {
      if (failure === null) toast({ tone: 'success', title: testMailTexts[went_to](email) })
    },
  })
