import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { accessTokenStore } from './access-tokens.store.ts'
import { callerFinder } from './caller.ts'
import { sessionStore } from './sessions.store.ts'
import { userStore } from './users.store.ts'

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
    isStillVouched: async (request: FastifyRequest) =>
      (await callerOf(request, { isUse: false })) !== undefined,
  }
}
