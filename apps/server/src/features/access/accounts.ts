import { SESSION_COOKIE, TOKEN_PREFIX } from '@basalt/contract/access/access.rules.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { type AboutUser, nothingAbout } from './about-user.ts'
import type { AccessTokenStore } from './access-tokens.store.ts'
import { accessTokenStore } from './access-tokens.store.ts'
import type { SessionStore } from './sessions.store.ts'
import { sessionStore } from './sessions.store.ts'
import { userStore } from './users.store.ts'

interface Stores {
  sessions: SessionStore
  tokens: AccessTokenStore
}

/** A caller, and what was asked about them. */
interface Found<T> {
  caller: Caller
  about: T
}

const A_USE = { isUse: true }

/**
 * Finds the caller of a request, and something about them in the same statement. A bearer token, if there is one, is decisive: a script that sends a wrong token must not
 * be admitted by a cookie. `isUse` says whether this counts as a use of the session or token.
 */
export const callerFinder =
  ({ sessions, tokens }: Stores) =>
  async <T>(
    request: FastifyRequest,
    use: { isUse: boolean },
    aboutUser: AboutUser<T>,
    value: string,
  ): Promise<Found<T> | undefined> => {
    const { authorization } = request.headers
    if (authorization !== undefined) {
      const [scheme, token] = authorization.split(' ')
      const isOurs = scheme?.toLowerCase() === 'bearer' && token?.startsWith(TOKEN_PREFIX)
      return isOurs ? tokens.holder(token!, use, aboutUser, value) : undefined
    }
    const cookie = request.cookies[SESSION_COOKIE]
    return cookie ? sessions.holder(cookie, use, aboutUser, value) : undefined
  }

export type Accounts = ReturnType<typeof accountsOf>

const ownerFinder =
  (metadata: Metadata, caller: Caller) =>
  async <T>(
    _request: FastifyRequest,
    _use: { isUse: boolean },
    aboutUser: AboutUser<T>,
    value: string,
  ): Promise<Found<T>> => {
    const { about } = await metadata
      .selectNoFrom(aboutUser(sql`${caller.userId}::uuid`, value).as('about'))
      .executeTakeFirstOrThrow()
    return { caller, about: about as T }
  }

/** Accounts and their credentials. `owner` is the one user of the self-hosted edition, who makes every call. */
export function accountsOf(metadata: Metadata, owner: Caller | undefined) {
  const users = userStore(metadata)
  const sessions = sessionStore(metadata)
  const tokens = accessTokenStore(metadata)
  const find = owner ? ownerFinder(metadata, owner) : callerFinder({ sessions, tokens })
  const callerOf = async (request: FastifyRequest, use = A_USE) =>
    owner ?? (await find(request, use, nothingAbout, ''))?.caller
  return {
    users,
    sessions,
    tokens,
    callerOf,
    /** The caller, and what is asked about them; undefined when nobody is signed in. */
    callerWith: <T>(request: FastifyRequest, aboutUser: AboutUser<T>, value: string) =>
      find(request, A_USE, aboutUser, value),
    /** Whether the session or token of a request is still valid. Does not count as a use of it. */
    isCredentialValid: async (request: FastifyRequest) =>
      (await callerOf(request, { isUse: false })) !== undefined,
  }
}
