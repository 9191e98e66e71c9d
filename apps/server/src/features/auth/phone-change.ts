import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { Notices } from './notices.ts'
import type { UserRow } from './user-record.ts'
import { insertPhoneIdentity, userById, userByPhone } from './users.store.ts'

/** Throws `phone_exists` when another user has the number. */
export async function numberMustBeFree(run: Run, phone: string, userId: string) {
  const other = await userByPhone(run, phone)
  if (other && other.user.id !== userId) throw phoneExists()
}

export const phoneExists = () =>
  new AuthError('phone_exists', 'A user with this phone number has already been registered')

/** Gives a user another number, which counts as confirmed. An anonymous user becomes an ordinary one. */
export async function setPhone(run: Run, userId: string, phone: string) {
  await numberMustBeFree(run, phone, userId)
  await run(
    `update auth.users set phone = $2::text, phone_confirmed_at = now(), phone_change = '', is_anonymous = false,
       updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('phone', $2::text, 'phone_verified', true),
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || case
         when not raw_app_meta_data ? 'provider' then '{"provider": "phone", "providers": ["phone"]}'::jsonb
         when raw_app_meta_data -> 'providers' ? 'phone' then '{}'
         else jsonb_build_object('providers', coalesce(raw_app_meta_data -> 'providers', '[]') || '["phone"]') end
     where id = $1`,
    [userId, phone],
  ).catch((error: unknown) => {
    // Somebody else signed up with it at the same moment.
    throw (error as { code?: unknown }).code === '23505' ? phoneExists() : error
  })
  await insertPhoneIdentity(run, userId, phone, true)
}

/** Writes the notice of a change that has been made, also of a first number; resolves to the ids of the mails. */
export async function tellOfNewPhone(run: Run, call: AuthCall, notices: Notices, before: UserRow) {
  const after = await userById(run, before.id)
  if (!after || after.user.phone === before.phone) return []
  return notices.write(run, call, 'phone_changed_notification', after.user, { oldPhone: before.phone ?? '' })
}
