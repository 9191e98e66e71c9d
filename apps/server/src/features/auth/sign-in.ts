import { dummyPasswordHash } from '../../platform/secrets/passwords.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import {
  accountKey,
  type Counted,
  counting,
  limitOf,
  PASSWORDS_PER_ACCOUNT,
  tooManyRequests,
} from './attempts.ts'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { type Contact, isConfirmed, knownContact, mustBeOffered } from './contacts.ts'
import { noteFailure } from './failed-attempts.ts'
import { type FlowRow, mustVerify, takeFlow } from './flow-states.ts'
import { rejection } from './hook-calls.ts'
import { endSessions } from './sessions.ts'
import { checkUserPassword } from './user-password.ts'
import { isBanned, type UserRow } from './user-record.ts'
import { userById } from './users.store.ts'

/** People sign in to accounts that they have. */
export function signIns({ database, sessions, attempts, hooks, now }: AuthTools, secrets: Secrets) {
  /** Counts the attempt for its network and its account, and finds the user. Throws `over_request_rate_limit`. */
  const countAndFind = async ({ ref, settings, client }: AuthCall, { kind, value }: Contact) => {
    const byNetwork = limitOf('sign_in', settings, client.ip)
    const byAccount = PASSWORDS_PER_ACCOUNT
    const [row] = await database.json<{
      network: Counted
      account: Counted | null
      user: FoundUser | null
    }>(ref, COUNT_AND_FIND[kind], [
      byNetwork.key,
      String(byNetwork.seconds),
      String(byNetwork.max),
      accountKey(value),
      String(byAccount.seconds),
      value,
    ])
    const { network, account, user } = row!
    if (account === null) throw tooManyRequests(network.wait)
    if (account.count > byAccount.count) throw tooManyRequests(account.wait)
    return user
  }

  /** Asks the hook that judges passwords. Throws its refusal. */
  const mayTry = async ({ ref, settings }: AuthCall, user_id: string, valid: boolean) => {
    const answer = await hooks.run(ref, settings, 'password_verification_attempt', { user_id, valid })
    const reason = rejection(answer, 'Further password verification attempts will be rejected.')
    if (reason === undefined) return
    if (answer?.should_logout_user === true)
      await database.transaction(ref, (run) => endSessions(run, user_id, 'global', undefined))
    throw new AuthError('invalid_credentials', reason, { status: 403 })
  }

  /** Undefined when the password has changed while it was checked. */
  const beginByPassword = async (call: AuthCall, contact: Contact, password: string) => {
    const { ref, settings, client } = call
    const found = await countAndFind(call, contact)
    const stored = found?.encrypted_password
    // Unknown users and those without a password take as long as others.
    const { isRight, rehashed } = await checkUserPassword(password, stored || dummyPasswordHash)
    if (found && stored) await mayTry(call, found.id, isRight)
    const refused = async (error: AuthError) => {
      const who = { id: found?.id, email: null, phone: null, [contact.kind]: contact.value }
      const traits = { provider: contact.kind, reason: error.code }
      await noteFailure(database, call, 'login_failed', who, traits)
      return error
    }
    if (!found || !stored || !isRight)
      throw await refused(new AuthError('invalid_credentials', 'Invalid login credentials'))
    if (isBanned(found, now())) throw await refused(banned())
    if (!isConfirmed(found, contact.kind))
      throw await refused(
        contact.kind === 'email'
          ? new AuthError('email_not_confirmed', 'Email not confirmed')
          : new AuthError('phone_not_confirmed', 'Phone not confirmed'),
      )
    return sessions.beginAlone(ref, settings, client, {
      userId: found.id,
      method: 'password',
      provider: contact.kind,
      proven: stored,
      rehashed,
      forgets: accountKey(contact.value),
    })
  }

  return {
    /** A session for an address or number and a password. Throws `invalid_credentials`, whichever of both is wrong. */
    async withPassword(
      call: AuthCall,
      { contact: given, password }: { contact: { email: string } | { phone: string }; password: string },
    ) {
      const { ref, settings, client } = call
      const contact = knownContact(given)
      mustBeOffered(settings, contact.kind, 'logins')
      // Another sign-in may have stored a new hash of the same password.
      const begun =
        (await beginByPassword(call, contact, password)) ?? (await beginByPassword(call, contact, password))
      if (!begun) throw new AuthError('invalid_credentials', 'Invalid login credentials')
      return sessions.toWire(ref, client, settings, begun.record, begun.session)
    },

    /** A session for the code of a PKCE flow and its verifier. Throws AuthError. */
    async withAuthCode(call: AuthCall, { code, verifier }: { code: string; verifier: string }) {
      const { ref, settings, client } = call
      await attempts.limit(ref, 'verify', settings, client.ip)
      const flow = mustVerify(await database.transaction(ref, (run) => takeFlow(run, code)), verifier)
      const begun = await database.transaction(ref, async (run) => {
        const found = await userById(run, flow.user_id)
        if (!found) return undefined
        mayEnter(found.user, now())
        return sessions.begin(run, settings, client, {
          userId: flow.user_id,
          method: flow.method,
          provider: flow.provider_type,
        })
      })
      if (!begun) throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
      const session = await sessions.toWire(ref, client, settings, begun.record, begun.session)
      return { ...session, ...providerTokensOf(secrets, flow) }
    },
  }
}

/** The tokens for the provider's API, of a flow that came from one. */
function providerTokensOf(
  secrets: Secrets,
  { provider_access_token: access, provider_refresh_token: refresh }: FlowRow,
) {
  const open = (sealed: string) => secrets.open(Buffer.from(sealed, 'base64'))
  return {
    ...(access !== null && { provider_token: open(access) }),
    ...(refresh !== null && { provider_refresh_token: open(refresh) }),
  }
}

/** What decides about a sign-in. The rest of the user is read when the session begins. */
const FOUND = [
  'id',
  'encrypted_password',
  'email_confirmed_at',
  'phone_confirmed_at',
  'banned_until',
] as const
type FoundUser = Pick<UserRow, (typeof FOUND)[number]>

/**
 * Parameters: key, seconds and maximum of the network's limit, key and seconds of the account's, address or number. A network beyond
 * its limit does not count against the account, or it could lock anyone out.
 */
const countAndFindBy = (condition: string) => `
with network as (${counting('$1', '$2')}
), account as (${counting('$4', '$5', 'network where count <= $3::bigint')}
)
select json_build_object('network', row_to_json(n), 'account', (select row_to_json(a) from account a), 'user', (
  select json_build_object(${FOUND.map((column) => `'${column}', u.${column}`).join(', ')}) from auth.users u
  where ${condition} and u.deleted_at is null))
from network n`
const COUNT_AND_FIND: Record<Contact['kind'], string> = {
  email: countAndFindBy('u.email = $6 and not u.is_sso_user'),
  phone: countAndFindBy('u.phone = $6'),
}

/** Throws `user_banned`. */
export function mayEnter(user: Parameters<typeof isBanned>[0], now: Date) {
  if (isBanned(user, now)) throw banned()
}

const banned = () => new AuthError('user_banned', 'User is banned')
