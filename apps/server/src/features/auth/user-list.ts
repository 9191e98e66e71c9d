import type {
  AuthIdentity,
  AuthSession,
  AuthUser,
  AuthUserDetail,
  AuthUsersQuery,
} from '@basalt/contract/auth/auth.schema.ts'
import { type UserFilter, userSearchOf } from '@basalt/contract/auth/user-list.rules.ts'
import { readCursor, writeCursor } from '../../http/page-cursor.ts'
import type { AuthDatabase, Run } from './auth-database.ts'
import {
  type IdentityRow,
  isBanned,
  toWireUser,
  type UserRecord,
  userRecordColumns,
  userRecordJson,
} from './user-record.ts'

/** Above this many users their number is estimated. */
const COUNTED_MAX = 10_000

/** Of more users that a search finds, none are sorted. */
const SORTED_MAX = 2_000

/** What pages are ordered by, as the indexes have it. Every user has each of these. */
const keys = {
  created_at: {
    expression: `coalesce(u.created_at, timestamptz '-infinity')`,
    type: 'timestamptz',
    order: 'desc',
  },
  last_sign_in_at: {
    expression: `coalesce(u.last_sign_in_at, timestamptz '-infinity')`,
    type: 'timestamptz',
    order: 'desc',
  },
  email: { expression: `coalesce(lower(u.email), U&'\\+10FFFF') collate "C"`, type: 'text', order: 'asc' },
  phone: { expression: `coalesce(u.phone, U&'\\+10FFFF') collate "C"`, type: 'text', order: 'asc' },
} as const satisfies Record<AuthUsersQuery['sort'], object>

const filters: Record<UserFilter, string> = {
  all: 'true',
  confirmed: 'u.confirmed_at is not null',
  unconfirmed: 'u.confirmed_at is null and not u.is_anonymous',
  anonymous: 'u.is_anonymous',
  banned: 'u.banned_until > now()',
}

/** The users of a project as its members see them. */
export function userList(database: AuthDatabase) {
  return {
    /** A page by keyset, so that the last one costs as much as the first. Throws `validation_failed` for a bad cursor. */
    page: (ref: string, { search, filter, provider, sort, cursor, limit }: AuthUsersQuery) => {
      const { expression, type, order } = keys[sort]
      const values: unknown[] = []
      const parameter = (value: unknown) => `$${values.push(value)}`
      const conditions = ['u.deleted_at is null', filters[filter]]
      if (provider !== undefined)
        conditions.push(
          `u.id in (select i.user_id from auth.identities i where i.provider = ${parameter(provider)})`,
        )
      if (search !== '') conditions.push(matching(search, parameter))
      if (cursor !== undefined) {
        const [key, id] = readCursor(cursor)
        const sign = order === 'desc' ? '<' : '>'
        conditions.push(`(${expression}, u.id) ${sign} (${parameter(key)}::${type}, ${parameter(id)}::uuid)`)
      }
      return database.transaction(ref, async (run) => {
        const where = conditions.join(' and ')
        const sorted = `order by ${expression} ${order}, u.id ${order}`
        const first = `limit ${parameter(limit + 1)}`
        const inOrder = `select u.id from auth.users u where ${where} ${sorted} ${first}`
        const found =
          search === '' ? inOrder : fewInOrder({ where, expression, order, first, otherwise: inOrder })
        // PostgreSQL would make JSON of every user who is found before it sorts them.
        const rows = await run<UserRecord & { key: string }>(
          `select ${userRecordColumns('u')}, (${expression})::text as key
           from (${found}) found join auth.users u on u.id = found.id ${sorted}`,
          values,
        )
        const shown = rows.slice(0, limit)
        const last = shown.at(-1)
        return {
          users: shown.map(toListedUser),
          next_cursor: rows.length > limit && last ? writeCursor([last.key, last.user.id]) : null,
          total: cursor === undefined ? await countUsers(run) : null,
        }
      })
    },

    /** A user with sessions; undefined when there is none with this id. */
    async find(ref: string, id: string) {
      const [found] = await database.json<{
        record: UserRecord
        sessions: AuthSession[]
        passkeys: AuthUserDetail['passkeys']
      }>(
        ref,
        `select json_build_object('record', ${userRecordJson('u')}, 'sessions', coalesce((
             select jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at,
               'refreshed_at', s.refreshed_at at time zone 'utc', 'user_agent', s.user_agent,
               'ip', host(s.ip), 'aal', s.aal) order by s.created_at desc, s.id)
             from auth.sessions s where s.user_id = u.id), '[]'),
           'passkeys', coalesce((
             select jsonb_agg(jsonb_build_object('id', k.id, 'friendly_name', nullif(k.friendly_name, ''),
               'created_at', k.created_at, 'last_used_at', k.last_used_at) order by k.created_at, k.id)
             from auth.webauthn_credentials k where k.user_id = u.id), '[]'))
         from auth.users u where u.id = $1 and u.deleted_at is null`,
        [id],
      )
      return (
        found && {
          ...toListedUser(found.record),
          identities: found.record.identities.map(toListedIdentity),
          factors: found.record.factors,
          passkeys: found.passkeys,
          sessions: found.sessions,
          raw: toWireUser(found.record),
        }
      )
    },
  }
}

/**
 * The ids of the users whom a search finds, in order. A few are found by the indexes of the search and sorted; of many, the
 * index of the order soon has enough. PostgreSQL cannot tell the two apart before, and would read a large part of the
 * table for a few.
 */
const fewInOrder = (query: {
  where: string
  expression: string
  order: string
  first: string
  otherwise: string
}) => `
  with few as materialized (
    select u.id, ${query.expression} as key from auth.users u where ${query.where} limit ${SORTED_MAX + 1})
  (select id from few where (select count(*) from few) <= ${SORTED_MAX}
    order by key ${query.order}, id ${query.order} ${query.first})
  union all
  (select o.id from (${query.otherwise}) o where (select count(*) from few) > ${SORTED_MAX})`

async function countUsers(run: Run): Promise<number> {
  const [row] = await run<{ exact: number; estimate: number }>(
    `select (select count(*)::int from (select from auth.users limit ${COUNTED_MAX + 1}) u) as exact,
       (select greatest(reltuples, 0)::bigint::int from pg_catalog.pg_class where oid = 'auth.users'::regclass) as estimate`,
  )
  const { exact, estimate } = row!
  return exact > COUNTED_MAX ? Math.max(estimate, exact) : exact
}

const NAME = `lower(coalesce(u.raw_user_meta_data ->> 'display_name', u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'name')) collate "C"`

/** Each alternative has an index. */
function matching(text: string, parameter: (value: unknown) => string) {
  const search = userSearchOf(text)
  if (search.by === 'id') return `u.id = ${parameter(search.id)}::uuid`
  const alternatives =
    search.by === 'metadata'
      ? search.contained.flatMap((contained) => {
          const field = `${parameter(JSON.stringify(contained))}::jsonb`
          return [`u.raw_user_meta_data @> ${field}`, `u.raw_app_meta_data @> ${field}`]
        })
      : [
          ...[keys.email.expression, NAME].map((key) => `${key} like ${parameter(beginning(search.prefix))}`),
          ...(search.phone === undefined
            ? []
            : [`${keys.phone.expression} like ${parameter(beginning(search.phone))}`]),
        ]
  return `(${alternatives.join(' or ')})`
}

const beginning = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

/** The address of a wallet. */
const walletOf = (identity: IdentityRow | undefined) =>
  (identity?.identity_data.custom_claims as { address?: unknown } | undefined)?.address

/** An identity as the dashboard shows it. */
function toListedIdentity(identity: IdentityRow): AuthIdentity {
  const { id, provider, provider_id, email, identity_data, created_at, last_sign_in_at } = identity
  const { phone, preferred_username, user_name, name } = identity_data
  const account = [email, phone, walletOf(identity), preferred_username, user_name, name].find(
    (one) => typeof one === 'string' && one !== '',
  )
  return {
    id,
    provider,
    account: typeof account === 'string' ? account : provider_id,
    created_at,
    last_sign_in_at,
  }
}

/** A user as the dashboard shows them. */
export function toListedUser(record: UserRecord): AuthUser {
  const { user, identities } = record
  const { full_name, name, display_name } = user.raw_user_meta_data ?? {}
  // All that some are known by.
  const wallet = walletOf(identities.find(({ provider }) => provider === 'web3'))
  const shown = [display_name, full_name, name, wallet].find((one) => typeof one === 'string' && one !== '')
  return {
    id: user.id,
    email: user.email || null,
    phone: user.phone || null,
    display_name: typeof shown === 'string' ? shown : null,
    providers: [...new Set(identities.map(({ provider }) => provider))],
    created_at: user.created_at,
    last_sign_in_at: user.last_sign_in_at,
    confirmed_at: user.confirmed_at,
    invited_at: user.invited_at,
    banned_until: isBanned(user, new Date()) ? user.banned_until : null,
    is_anonymous: user.is_anonymous,
  }
}
