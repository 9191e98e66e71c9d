import { randomUUID } from 'node:crypto'
import { type Aal, ACTING_SECONDS } from '@basalt/contract/auth/acting-as.rules.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { AuthCall } from './auth-call.ts'
import type { AuthDatabase } from './auth-database.ts'
import { userNotFound } from './auth-error.ts'
import { toWireUser } from './user-record.ts'
import { userById } from './users.store.ts'

/** Members try what a user may do. No session begins, and nothing of the user changes. */
export function actingAs(database: AuthDatabase, tokens: AccessTokens, now: () => Date) {
  const seconds = () => Math.floor(now().getTime() / 1000)

  /** The claims of a token that the user would get now. Throws `user_not_found`, and AuthError when the hook fails. */
  const claims = async ({ ref, settings, client }: AuthCall, id: string, aal: Aal) => {
    const found = await database.transaction(ref, (run) => userById(run, id))
    if (!found) throw userNotFound()
    return tokens.claims(ref, client.issuer, settings, toWireUser(found), {
      sessionId: randomUUID(),
      aal,
      amr: [{ method: 'password', timestamp: seconds() }],
    })
  }
  return {
    claims,

    /** A token for the Data API and storage, which expires soon. Calls that ask for a session refuse it. */
    async token(call: AuthCall, id: string, aal: Aal) {
      const all = await claims(call, id, aal)
      const exp = Math.min(all.exp, seconds() + ACTING_SECONDS)
      return {
        access_token: await tokens.sign(call.ref, { ...all, exp }),
        expires_at: new Date(exp * 1000).toISOString(),
      }
    },
  }
}
