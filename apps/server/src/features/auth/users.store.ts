import { randomUUID } from 'node:crypto'
import type { Run } from './auth-database.ts'
import { type UserRecord, userRecordColumns } from './user-record.ts'

const ANY_USER = `select ${userRecordColumns('u')} from auth.users u`

/** A new user. Times are set by the database. */
export interface NewUser {
  id?: string
  email: string | null
  passwordHash: string | null
  /** Whether the address is. */
  isConfirmed: boolean
  phone?: string | null
  isPhoneConfirmed?: boolean
  isInvited?: boolean
  isAnonymous?: boolean
  /** From a provider: the caller adds the identity and the metadata. */
  isExternal?: boolean
  /** From an identity provider of a company: others may have the same address. */
  isFromCompany?: boolean
  userMetadata?: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  role?: string
}

interface Locking {
  /** Keeps others from changing the user until the transaction ends. */
  lock?: boolean
}

/** Finds a user who has not been deleted, by a condition on the table's row `u` with one parameter. */
async function find(run: Run, condition: string, value: string, { lock = false }: Locking) {
  const where = `where ${condition} and u.deleted_at is null`
  // A statement that waited for a row still reads factors and identities as they were before it waited.
  if (lock && (await run(`select from auth.users u ${where} for update`, [value])).length === 0)
    return undefined
  const [record] = await run<UserRecord>(`${ANY_USER} ${where}`, [value])
  return record
}

export const userById = (run: Run, id: string, locking: Locking = {}) => find(run, 'u.id = $1', id, locking)

/** Users of identity providers of companies share addresses with others and are not found. `email` is in lower case. */
export const userByEmail = (run: Run, email: string, locking: Locking = {}) =>
  find(run, 'u.email = $1 and not u.is_sso_user', email, locking)

export const userByPhone = (run: Run, phone: string, locking: Locking = {}) =>
  find(run, 'u.phone = $1', phone, locking)

/** Inserts a user, with an identity for an email address and for a number. Undefined when one of them is taken. */
export async function insertUser(run: Run, user: NewUser): Promise<UserRecord | undefined> {
  const { id = randomUUID(), email, phone = null, isConfirmed, userMetadata = {} } = user
  const isPhoneConfirmed = user.isPhoneConfirmed ?? false
  const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
  const app = user.appMetadata ?? (providers.length === 0 ? {} : { provider: providers[0], providers })
  const isOwn = providers.length > 0 && !user.isExternal
  const inserted = await run(
    `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, raw_app_meta_data,
       raw_user_meta_data, is_anonymous, phone, phone_confirmed_at, is_sso_user, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, case when $5 then now() end,
       case when $6 then now() end, $7, $8, $9, $10, case when $11 then now() end, $12, now(), now())
     on conflict do nothing returning id`,
    [
      id,
      user.role ?? 'authenticated',
      email,
      user.passwordHash,
      isConfirmed,
      user.isInvited ?? false,
      JSON.stringify(app),
      JSON.stringify(
        isOwn
          ? { ...userMetadata, ...contactClaims(id, { email, isConfirmed, phone, isPhoneConfirmed }) }
          : userMetadata,
      ),
      user.isAnonymous ?? false,
      phone,
      isPhoneConfirmed,
      user.isFromCompany ?? false,
    ],
  )
  if (inserted.length === 0) return undefined
  if (isOwn && email !== null) await insertEmailIdentity(run, id, email, isConfirmed)
  if (isOwn && phone !== null) await insertPhoneIdentity(run, id, phone, isPhoneConfirmed)
  return userById(run, id)
}

interface Contacts {
  email?: string | null
  isConfirmed?: boolean
  phone?: string | null
  isPhoneConfirmed?: boolean
}

/** What the metadata of a user with an address or number begins with; apps of other installations read it. */
const contactClaims = (
  sub: string,
  { email = null, isConfirmed = false, phone = null, isPhoneConfirmed = false }: Contacts,
) => ({
  sub,
  ...(email !== null && { email }),
  ...(phone !== null && { phone }),
  email_verified: isConfirmed,
  phone_verified: isPhoneConfirmed,
})

export const insertEmailIdentity = (run: Run, userId: string, email: string, isConfirmed: boolean) =>
  insertIdentity(run, userId, 'email', contactClaims(userId, { email, isConfirmed }))

export const insertPhoneIdentity = (run: Run, userId: string, phone: string, isPhoneConfirmed: boolean) =>
  insertIdentity(run, userId, 'phone', contactClaims(userId, { phone, isPhoneConfirmed }))

const insertIdentity = (run: Run, userId: string, provider: 'email' | 'phone', data: object) =>
  run(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, $2, $3, now(), now(), now())
     on conflict (provider_id, provider) do update set identity_data = excluded.identity_data, updated_at = now()`,
    [userId, JSON.stringify(data), provider],
  )

/** Columns to change; `undefined` leaves one as it is. */
export interface UserChange {
  email?: string
  passwordHash?: string
  role?: string
  userMetadata?: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  bannedUntil?: Date | null
}

/** Metadata are merged: a key with null is removed. */
export async function changeUser(run: Run, id: string, change: UserChange) {
  const sets: string[] = []
  const values: unknown[] = [id]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const set = (column: string, value: unknown) => void sets.push(`${column} = ${parameter(value)}`)
  const merge = (column: string, fields: Record<string, unknown>) => {
    const removed = Object.keys(fields).filter((key) => fields[key] === null)
    sets.push(
      `${column} = (coalesce(${column}, '{}') || ${parameter(JSON.stringify(fields))}::jsonb) - ${parameter(removed)}::text[]`,
    )
  }
  if (change.email !== undefined) set('email', change.email)
  if (change.passwordHash !== undefined) set('encrypted_password', change.passwordHash)
  if (change.role !== undefined) set('role', change.role)
  if (change.bannedUntil !== undefined) set('banned_until', change.bannedUntil)
  if (change.userMetadata !== undefined) merge('raw_user_meta_data', change.userMetadata)
  if (change.appMetadata !== undefined) merge('raw_app_meta_data', change.appMetadata)
  if (sets.length === 0) return
  await run(`update auth.users set ${sets.join(', ')}, updated_at = now() where id = $1`, values)
}

const confirm = (kind: 'email' | 'phone') => async (run: Run, id: string) => {
  await run(
    `update auth.users set ${kind}_confirmed_at = coalesce(${kind}_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"${kind}_verified": true}'
     where id = $1`,
    [id],
  )
  await run(
    `update auth.identities set identity_data = identity_data || '{"${kind}_verified": true}', updated_at = now()
     where user_id = $1 and provider = '${kind}'`,
    [id],
  )
}

/** Marks the email address as confirmed. */
export const confirmEmail = confirm('email')

/** Marks the phone number as confirmed. */
export const confirmPhone = confirm('phone')
