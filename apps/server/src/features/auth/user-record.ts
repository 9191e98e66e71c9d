/** A row of `auth.users` as JSON, of which only these columns are read here. Times are ISO 8601. */
export interface UserRow {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: string | null
  phone_confirmed_at: string | null
  confirmed_at: string | null
  invited_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  email_change: string | null
  email_change_sent_at: string | null
  email_change_confirm_status: number | null
  phone_change: string | null
  phone_change_sent_at: string | null
  reauthentication_sent_at: string | null
  last_sign_in_at: string | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  banned_until: string | null
  deleted_at: string | null
  created_at: string | null
  updated_at: string | null
  is_anonymous: boolean
  is_sso_user: boolean
}

export interface IdentityRow {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  email: string | null
  last_sign_in_at: string | null
  created_at: string | null
  updated_at: string | null
}

/** A factor without its secret. */
export interface FactorRow {
  id: string
  friendly_name: string | null
  factor_type: string
  status: string
  phone: string | null
  created_at: string
  updated_at: string
}

export interface UserRecord {
  user: UserRow
  identities: IdentityRow[]
  factors: FactorRow[]
}

/**
 * Columns that make a UserRecord, for a query in which `row` names a row of `auth.users`. Their type is json: building
 * jsonb, and aggregates, made each call of the API half as long again.
 */
export const userRecordColumns = (row: string) => `
  row_to_json(${row}) as "user",
  ${identitiesOf(row)} as identities,
  ${factorsOf(row)} as factors`

/** A UserRecord as one value of the type json. */
export const userRecordJson = (row: string) =>
  `json_build_object('user', row_to_json(${row}), 'identities', ${identitiesOf(row)}, 'factors', ${factorsOf(row)})`

/** The rows of a query with one column of JSON, as an array; empty without rows. */
export const jsonRows = (query: string) => `array_to_json(array(${query}))`

const identitiesOf = (row: string) =>
  jsonRows(`select row_to_json(i) from auth.identities i where i.user_id = ${row}.id
    order by i.created_at, i.provider, i.id`)
const factorsOf = (row: string) =>
  jsonRows(`select json_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
      'status', f.status, 'phone', f.phone, 'created_at', f.created_at, 'updated_at', f.updated_at)
    from auth.mfa_factors f where f.user_id = ${row}.id order by f.created_at, f.id`)

export type WireUser = ReturnType<typeof toWireUser>

/** A user as the clients of the API know them. Fields without a value are absent from its JSON, as they expect. */
export function toWireUser({ user, identities, factors }: UserRecord) {
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    // Left out of JSON where there is none.
    email_confirmed_at: time(user.email_confirmed_at),
    phone_confirmed_at: time(user.phone_confirmed_at),
    confirmation_sent_at: time(user.confirmation_sent_at),
    confirmed_at: time(user.confirmed_at),
    recovery_sent_at: time(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: time(user.email_change_sent_at),
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: time(user.phone_change_sent_at),
    reauthentication_sent_at: time(user.reauthentication_sent_at),
    invited_at: time(user.invited_at),
    last_sign_in_at: time(user.last_sign_in_at),
    banned_until: time(user.banned_until),
    deleted_at: time(user.deleted_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: identities.map(toWireIdentity),
    ...(factors.length > 0 && { factors: factors.map(toWireFactor) }),
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    is_anonymous: user.is_anonymous,
  }
}

const toWireIdentity = (identity: IdentityRow) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  last_sign_in_at: time(identity.last_sign_in_at),
  created_at: time(identity.created_at),
  updated_at: time(identity.updated_at),
  email: identity.email ?? undefined,
})

export const toWireFactor = (factor: FactorRow) => ({
  id: factor.id,
  friendly_name: factor.friendly_name || undefined,
  phone: factor.phone ?? undefined,
  factor_type: factor.factor_type,
  status: factor.status,
  created_at: time(factor.created_at),
  updated_at: time(factor.updated_at),
})

/** PostgreSQL writes UTC as +00:00 in JSON, and as +00 in text. */
function time(text: string | null) {
  if (text === null) return undefined
  if (text.endsWith(UTC)) return `${text.slice(0, -UTC.length)}Z`
  return text.endsWith(SHORT_UTC) ? `${text.slice(0, -SHORT_UTC.length)}Z` : text
}
const UTC = '+00:00'
const SHORT_UTC = '+00'

/** Whether a ban is in force. */
export const isBanned = ({ banned_until }: Pick<UserRow, 'banned_until'>, now: Date) =>
  banned_until !== null && Date.parse(banned_until) > now.getTime()
