import {
  createAccessToken as createAccessTokenCall,
  deleteAccessToken,
  endOtherSessions as endOtherSessionsCall,
  endSession as endSessionCall,
  getProfile,
  listAccessTokens,
  listSessions,
  resetPassword as resetPasswordCall,
  sendResetMail as sendResetMailCall,
  signIn as signInCall,
  signOut as signOutCall,
  signUp as signUpCall,
} from '@basalt/contract/access/access.endpoints.ts'
import type {
  NewAccessToken,
  PasswordReset,
  Profile,
  ResetMailRequest,
  SignIn,
  SignUp,
} from '@basalt/contract/access/access.schema.ts'
import { getInstallationRole } from '@basalt/contract/installation/installation.endpoints.ts'
import { verifyMfa as verifyMfaCall } from '@basalt/contract/mfa/mfa.endpoints.ts'
import type { MfaAnswer } from '@basalt/contract/mfa/mfa.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { failedWith } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { installationQueries } from '../../installation/installation/installation.queries.ts'

export const accessQueries = {
  all: ['access'] as const,
  /** The signed-in user, or null when signed out. */
  profile: () =>
    queryOptions({
      queryKey: [...accessQueries.all, 'profile'],
      queryFn: ({ signal }): Promise<Profile | null> =>
        call(getProfile, {}, signal).catch((error: unknown) => {
          if (failedWith(error, 'unauthenticated')) return null
          throw error
        }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** Whether the signed-in user owns the installation. */
  installationRole: () =>
    queryOptions({
      queryKey: [...accessQueries.all, 'installation-role'],
      queryFn: ({ signal }) => call(getInstallationRole, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  tokens: () =>
    queryOptions({
      queryKey: [...accessQueries.all, 'tokens'],
      queryFn: ({ signal }) => call(listAccessTokens, {}, signal),
    }),
  sessions: () =>
    queryOptions({
      queryKey: [...accessQueries.all, 'sessions'],
      queryFn: ({ signal }) => call(listSessions, {}, signal),
    }),
}

/** Drops all cached data of the previous user. */
export function clearSession(client: QueryClient) {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== installationQueries.all[0] })
  client.setQueryData(accessQueries.profile().queryKey, null)
}

const startSession = (client: QueryClient, profile: Profile) => {
  clearSession(client)
  client.setQueryData(accessQueries.profile().queryKey, profile)
}

/** Returns the profile, or a challenge for `verifyMfa` when the account has MFA. */
export const signIn = mutationOptions({
  mutationFn: (body: z.input<typeof SignIn>) => call(signInCall, { body }),
  onSuccess: (answer, _body, _result, { client }) => {
    if (!('mfa_required' in answer)) startSession(client, answer)
  },
})

export const verifyMfa = mutationOptions({
  mutationFn: (body: z.input<typeof MfaAnswer>) => call(verifyMfaCall, { body }),
  onSuccess: (profile, _body, _result, { client }) => startSession(client, profile),
})

/** Creates the account and signs in. With a set-up token it creates the first owner. */
export const signUp = mutationOptions({
  mutationFn: (body: z.input<typeof SignUp>) => call(signUpCall, { body }),
  onSuccess: (profile, _body, _result, { client }) => {
    startSession(client, profile)
    client.setQueryData(installationQueries.config().queryKey, (config) =>
      config ? { ...config, setup_required: false } : config,
    )
  },
})

export const sendResetMail = mutationOptions({
  mutationFn: (body: z.input<typeof ResetMailRequest>) => call(sendResetMailCall, { body }),
})

export const resetPassword = mutationOptions({
  mutationFn: (body: z.input<typeof PasswordReset>) => call(resetPasswordCall, { body }),
})

export const signOut = mutationOptions({
  mutationFn: () =>
    call(signOutCall, {}).catch((error: unknown) => {
      // The session had already ended.
      if (!failedWith(error, 'unauthenticated')) throw error
    }),
  onSuccess: (_done, _nothing, _result, { client }) => clearSession(client),
  meta: { errorTitle: 'Failed to sign out' },
})

export const createAccessToken = mutationOptions({
  mutationFn: (body: z.input<typeof NewAccessToken>) => call(createAccessTokenCall, { body }),
  onSuccess: (_token, _body, _result, { client }) =>
    client.invalidateQueries({ queryKey: accessQueries.tokens().queryKey }),
})

export const revokeAccessToken = mutationOptions({
  mutationFn: (id: string) => call(deleteAccessToken, { params: { id } }),
  onSuccess: (_done, _id, _result, { client }) =>
    client.invalidateQueries({ queryKey: accessQueries.tokens().queryKey }),
})

const refetchSessions = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: accessQueries.sessions().queryKey })

export const endSession = mutationOptions({
  mutationFn: (id: string) =>
    call(endSessionCall, { params: { id } }).catch((error: unknown) => {
      // The session had already ended.
      if (!failedWith(error, 'not_found')) throw error
    }),
  onSuccess: (_done, _id, _result, { client }) => refetchSessions(client),
})

/** `access_tokens: 'revoke'` revokes them as well. */
export const endOtherSessions = mutationOptions({
  mutationFn: (query: { access_tokens: 'keep' | 'revoke' }) => call(endOtherSessionsCall, { query }),
  onSuccess: async (_done, _query, _result, { client }) => {
    await Promise.all([
      refetchSessions(client),
      client.invalidateQueries({ queryKey: accessQueries.tokens().queryKey }),
    ])
  },
})
