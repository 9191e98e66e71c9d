import { SESSION_COOKIE, TOKEN_PREFIX } from '@basalt/contract/access/access.rules.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { AccessTokenStore } from './access-tokens.store.ts'
import { accessTokenStore } from './access-tokens.store.ts'
import type { SessionStore } from './sessions.store.ts'
import { sessionStore } from './sessions.store.ts'
import { userStore } from './users.store.ts'

interface Stores {
  sessions: SessionStore
  tokens: AccessTokenStore
}

/**
 * Finds the caller of a request. A bearer token, if there is one, is decisive: a script that sends a wrong token must not
 * be admitted by a cookie. `isUse` says whether this counts as a use of the session or token.
 */
export const callerFinder =
  ({ sessions, tokens }: Stores) =>
  async (request: FastifyRequest, use: { isUse: boolean } = { isUse: true }): Promise<Caller | undefined> => {
    const { authorization } = request.headers
    if (authorization !== undefined) {
      const [scheme, token] = authorization.split(' ')
      const isOurs = scheme?.toLowerCase() === 'bearer' && token?.startsWith(TOKEN_PREFIX)
      return isOurs ? tokens.holder(token!, use) : undefined
    }
    const cookie = request.cookies[SESSION_COOKIE]
    return cookie ? sessions.holder(cookie, use) : undefined
  }

export type Accounts = ReturnType<typeof accountsOf>

/** Accounts and their credentials. `owner` is the one user of the self-hosted edition, who makes every call. */
export function accountsOf(metadata: Metadata, owner: Caller | undefined) {
  const users = userStore(metadata)
  const sessions = sessionStore(metadata)
  const tokens = accessTokenStore(metadata)
  const callerOf = owner ? async () => owner : callerFinder({ sessions, tokens })
  return {
    users,
    sessions,
    tokens,
    callerOf,
    /** Whether the session or token of a request is still valid. Does not count as a use of it. */
    isCredentialValid: async (request: FastifyRequest) =>
      (await callerOf(request, { isUse: false })) !== undefined,
  }
}
