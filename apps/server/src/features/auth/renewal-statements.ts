import { rateLimits } from '@basalt/contract/auth/auth.rules.ts'
import { arrayLiteral } from '@basalt/sql/quote.ts'
import type { JointStatement } from '../../platform/project-databases/shared-trips.ts'
import { countBefore, countedBefore, counting, countingEach } from './attempts.ts'
import { amrOf } from './session-state.ts'
import { userRecordJson } from './user-record.ts'

/** Expressions for what a renewal is given. */
interface Given {
  session: string
  counter: string
  /** In seconds, 0 for none; so is `inactivity`. */
  timebox: string
  inactivity: string
  userAgent: string
  ip: string
  /** The key by which the calls of its network are counted, and how many there may be. */
  network: string
  max: string
}

/** The parameters of RENEW and JUDGE. */
const GIVEN: Given = {
  session: '$1::uuid',
  counter: '$2::bigint',
  timebox: '$3::float8',
  inactivity: '$4::float8',
  userAgent: '$5::text',
  ip: '$6::inet',
  network: '$7::text',
  max: '$8::bigint',
}

const SECONDS = String(rateLimits.token_refresh.seconds)

const move = ({ counter, userAgent, ip }: Given) => `
update auth.sessions s
set refresh_token_counter = ${counter} + 1, refreshed_at = now() at time zone 'utc', updated_at = now(),
  user_agent = ${userAgent}, ip = ${ip}`

/** Whether nothing speaks against a renewal. `before` is how many calls of its network are counted with it, but come first. */
const isUsual = ({ session, counter, timebox, inactivity, network, max }: Given, before = '0') => `
  s.id = ${session} and u.id = s.user_id and u.deleted_at is null
    and ${countBefore(network, SECONDS)} + ${before} < ${max}
    and ${counter} >= coalesce(s.refresh_token_counter, 0)
    and (u.banned_until is null or u.banned_until <= now())
    and (s.not_after is null or s.not_after > now())
    and (${timebox} = 0 or s.created_at + ${timebox} * interval '1 second' > now())
    and (${inactivity} = 0
      or coalesce(s.refreshed_at at time zone 'utc', s.created_at) + ${inactivity} * interval '1 second' > now())`

const RENEWED = `json_build_object('record', ${userRecordJson('u')}, 'session', json_build_object(
  'id', s.id, 'aal', s.aal, 'counter', s.refresh_token_counter, 'amr', ${amrOf('s.id')}))`

/**
 * Counts the call and renews the session in one round trip, unless anything speaks against it: then nothing else changes,
 * there is no row, and JUDGE finds out why. Each part that such a statement has beside the usual case is set up for every
 * renewal. Renewals of one session wait for each other.
 */
export const RENEW = `
with counted as (${counting(GIVEN.network, SECONDS)}
)
${move(GIVEN)}
from auth.users u
where ${isUsual(GIVEN)}
returning ${RENEWED}`

/** What `called` has of each call. */
const CALLED: Given = {
  session: 'c.session',
  counter: 'c.counter',
  timebox: 'c.timebox',
  inactivity: 'c.inactivity',
  userAgent: 'c.user_agent',
  ip: 'c.ip',
  network: 'c.key',
  max: 'c.max',
}
const COLUMNS = [
  ['session', 'uuid'],
  ['counter', 'bigint'],
  ['timebox', 'float8'],
  ['inactivity', 'float8'],
  ['user_agent', 'text'],
  ['ip', 'inet'],
  ['key', 'text'],
  ['max', 'bigint'],
] as const

/**
 * As RENEW, for several calls, with an array for each parameter: the database sets a statement up, and commits, once for all.
 * Of two calls for one session, one gets a row. The arrays and the limit, which removes nothing, are subqueries, so that the
 * plan does not depend on their values: it is made once, and looks sessions up by their index as for a single row.
 */
const RENEW_EACH = `
with called as materialized (
  select *, row_number() over (partition by c.key order by c.number) - 1 as before
  from unnest(${COLUMNS.map(([, type], at) => `(select $${at + 1}::${type}[])`).join(', ')}) with ordinality
    as c (${COLUMNS.map(([name]) => name).join(', ')}, number)
  limit (select cardinality($1::uuid[]))
), counted as (${countingEach('called', SECONDS)}
)
${move(CALLED)}
from called c, auth.users u
where ${isUsual(CALLED, 'c.before')}
returning c.number, ${RENEWED}`

/** Renewals that arrive together are one statement. */
export const TOGETHER: JointStatement = {
  of: (calls) => ({
    text: RENEW_EACH,
    values: COLUMNS.map((_, at) => arrayLiteral(calls.map((values) => values[at] as string | null))),
  }),
}

/** What becomes of a session that RENEW left. The lock makes renewals wait for each other. Parameter 9: the reuse interval in seconds. */
export const JUDGE = `
with counted as materialized (${countedBefore(GIVEN.network, SECONDS)}
), held as materialized (
  select s.id, s.user_id, s.aal, s.created_at, s.not_after, coalesce(s.refresh_token_counter, 0) as counter,
    coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last, u.banned_until
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = ${GIVEN.session} and u.deleted_at is null and (select count from counted) <= ${GIVEN.max}
  for update of s
), judged as (
  select *, case
    when banned_until > now() then 'banned'
    when not_after <= now()
      or ${GIVEN.timebox} > 0 and created_at + ${GIVEN.timebox} * interval '1 second' <= now()
      or ${GIVEN.inactivity} > 0 and last + ${GIVEN.inactivity} * interval '1 second' <= now() then 'expired'
    when ${GIVEN.counter} >= counter then 'next'
    when ${GIVEN.counter} = counter - 1 or last > now() - $9::float8 * interval '1 second' then 'again'
    else 'reused' end as outcome
  from held
), moved as (
  ${move(GIVEN)}
  from judged j where s.id = j.id and j.outcome = 'next'
  returning s.refresh_token_counter as counter
)
select json_build_object('counted', row_to_json(c), 'judged', (
  select json_build_object('outcome', j.outcome, 'record', ${userRecordJson('u')}, 'session', json_build_object(
    'id', j.id, 'aal', j.aal, 'counter', coalesce((select counter from moved), j.counter), 'amr', ${amrOf('j.id')}))
  from judged j join auth.users u on u.id = j.user_id))
from counted c`
