import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { Notices } from './notices.ts'
import type { CodeKind } from './one-time-codes.ts'
import type { UserRow } from './user-record.ts'
import { insertEmailIdentity, userByEmail, userById } from './users.store.ts'

/** Throws `email_exists` when another user has the address. */
export async function mustBeFree(run: Run, email: string, userId: string) {
  const other = await userByEmail(run, email)
  if (other && other.user.id !== userId) throw emailExists()
}

export const emailExists = () =>
  new AuthError('email_exists', 'A user with this email address has already been registered')

/** Gives a user another address, which counts as confirmed. An anonymous user becomes an ordinary one. */
export async function setEmail(run: Run, userId: string, email: string) {
  await mustBeFree(run, email, userId)
  await run(
    `update auth.users set email = $2::text, email_confirmed_at = now(), email_change = '', email_change_confirm_status = 0,
       is_anonymous = false, updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text, 'email_verified', true),
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
         || case
           when not raw_app_meta_data ? 'provider' then '{"provider": "email", "providers": ["email"]}'::jsonb
           when raw_app_meta_data -> 'providers' ? 'email' then '{}'
           else jsonb_build_object('providers', coalesce(raw_app_meta_data -> 'providers', '[]') || '["email"]') end
     where id = $1`,
    [userId, email],
  ).catch((error: unknown) => {
    // Somebody else signed up with it at the same moment.
    throw (error as { code?: unknown }).code === '23505' ? emailExists() : error
  })
  await insertEmailIdentity(run, userId, email, true)
}

/** Writes the notice of a change that has been made, to the address that `before` had; resolves to the ids of the mails. */
export async function tellOfNewAddress(run: Run, call: AuthCall, notices: Notices, before: UserRow) {
  const after = await userById(run, before.id)
  if (!after || !before.email || after.user.email === before.email) return []
  return notices.write(run, call, 'email_changed_notification', after.user, { oldEmail: before.email })
}

/** Which address has confirmed a change, as `email_change_confirm_status` stores it; 0 stands for neither. */
const CONFIRMED = { email_change_token_new: 1, email_change_token_current: 2 } as const
type HalfKind = keyof typeof CONFIRMED

export const isHalf = (kind: CodeKind): kind is HalfKind => kind in CONFIRMED

/** Begins a change of address. Earlier codes and confirmations are void: they were about another one. */
export async function beginEmailChange(run: Run, userId: string, email: string) {
  await run(
    `update auth.users set email_change = $2, email_change_sent_at = now(), email_change_confirm_status = 0,
       updated_at = now() where id = $1`,
    [userId, email],
  )
  await run('delete from auth.one_time_tokens where user_id = $1 and token_type = any($2)', [
    userId,
    Object.keys(CONFIRMED),
  ])
}

/**
 * Notes one confirmation of a change of address, and makes the change once all are there: only the new address must
 * confirm, unless the settings ask for both. The same address confirming twice counts once. False while one is missing.
 */
export async function applyEmailChange(run: Run, { settings }: AuthCall, user: UserRow, kind: HalfKind) {
  const { id, email, email_change: next, email_change_confirm_status: confirmed } = user
  if (!next) throw new AuthError('otp_expired', 'Token has expired or is invalid')
  const half = CONFIRMED[kind]
  const needsBoth = settings.mailer_secure_email_change_enabled && email !== null && email !== ''
  const isOtherConfirmed = confirmed !== 0 && confirmed !== half
  if (needsBoth ? !isOtherConfirmed : kind === 'email_change_token_current') {
    await run('update auth.users set email_change_confirm_status = $2, updated_at = now() where id = $1', [
      id,
      half,
    ])
    return false
  }
  await setEmail(run, id, next)
  return true
}
