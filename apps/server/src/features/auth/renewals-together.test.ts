import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiConnections, apiConnections } from '../../platform/project-databases/api-connections.ts'
import { QUICK_TRIPS_IN_A_ROW } from '../../platform/project-databases/shared-trips.ts'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { authDatabase } from './auth-database.ts'
import { type AuthSecrets, authSecrets } from './auth-secrets.ts'
import { sessionRenewal } from './session-renewal.ts'
import type { Client } from './session-state.ts'

/** What holds for renewals one at a time holds when they arrive together and are one statement. */

const TOGETHER = 8
let auth: AuthFixture
let secrets: AuthSecrets
let connections: ApiConnections
let renew: ReturnType<typeof sessionRenewal>
beforeAll(async () => {
  auth = await openAuth()
  secrets = authSecrets(auth.secretsOf)
  const password = await auth.secretsOf.read(auth.ref, 'authenticator_password')
  connections = apiConnections(
    async () => ({ ...auth.target, user: 'authenticator', password, max: 2 * TOGETHER }),
    {
      onError: (error) => {
        throw error
      },
      // All trips seem quick, as on a machine with nothing else to do.
      now: () => 0,
    },
  )
  renew = sessionRenewal(
    authDatabase(connections, () => ({ api_max_request_duration: 30, db_max_pool_size: 0 })),
    secrets,
  )
})
afterAll(async () => {
  await connections.closeAll()
  await auth[Symbol.asyncDispose]()
})

const LIMIT = 1000
const settings = { ...authDefaults, rate_limit_token_refresh: LIMIT }

/** Sessions of one user each, with their refresh tokens. */
async function newSessions(count = TOGETHER) {
  const rows = await auth.sql(
    `with users as (
       insert into auth.users (id, aud, role, created_at, updated_at)
       select gen_random_uuid(), 'authenticated', 'authenticated', now(), now() from generate_series(1, $1) returning id)
     insert into auth.sessions (id, user_id, created_at, updated_at, aal, refresh_token_counter)
     select gen_random_uuid(), id, now() - interval '1 hour', now(), 'aal1', 5 from users returning id`,
    [count],
  )
  return Promise.all(
    rows.map(async ({ id }: { id: string }) => ({
      id,
      token: await secrets.refreshToken(auth.ref, { sessionId: id, counter: 5 }),
      older: await secrets.refreshToken(auth.ref, { sessionId: id, counter: 3 }),
    })),
  )
}

const from = (ip: string, userAgent?: string): Client => ({
  issuer: 'https://example.com',
  ip,
  userAgent,
  audit: { isStored: true, note: () => undefined },
})

/** Renews in one turn of the event loop, when calls share connections already. */
async function renewTogether(calls: readonly { token: string; client?: Client; max?: number }[]) {
  const [first] = await newSessions(1)
  let { token } = first!
  // The first opens the connections, and that the last was quick is noted after its answer.
  for (let count = 0; count < QUICK_TRIPS_IN_A_ROW + 2; count += 1) {
    const { session } = await renew(auth.ref, from('198.51.100.1'), settings, token)
    token = await secrets.refreshToken(auth.ref, { sessionId: session.id, counter: session.counter })
  }
  return calls.map(({ token, client = from('198.51.100.2'), max = LIMIT }) =>
    renew(auth.ref, client, { ...settings, rate_limit_token_refresh: max }, token),
  )
}

const outcomes = async (renewals: readonly Promise<{ session: { id: string; counter: number } }>[]) =>
  (await Promise.allSettled(renewals)).map((one) =>
    one.status === 'fulfilled' ? one.value.session.counter : (one.reason.code ?? one.reason.message),
  )
const transactions = async (ids: readonly string[]) => {
  const [row] = await auth.sql(
    'select count(distinct xmin::text)::int as count from auth.sessions where id = any($1)',
    [ids],
  )
  return row.count
}
const sessionsLeft = async (ids: readonly string[]) =>
  (await auth.sql('select id from auth.sessions where id = any($1)', [ids])).map(({ id }) => id)

test('renewals that arrive together are one transaction, and each is noted and counted by itself', async () => {
  const sessions = await newSessions()
  const agents = ['a "quoted" one', 'with a \\', undefined, '', '{a,b}', 'NULL', 'sieben', "it's"]
  const networks = ['203.0.113.1', '203.0.113.2', '203.0.113.1', '2001:db8::1', '2001:db8::2', '203.0.113.3']
  const ips = sessions.map((_, at) => networks[at % networks.length]!)
  const renewals = await renewTogether(
    sessions.map(({ token }, at) => ({ token, client: from(ips[at]!, agents[at]) })),
  )
  for (const [at, { record, session }] of (await Promise.all(renewals)).entries()) {
    expect([session.id, session.counter]).toEqual([sessions[at]!.id, 6])
    const [stored] = await auth.sql(
      'select host(ip) as ip, user_agent, user_id from auth.sessions where id = $1',
      [session.id],
    )
    expect(stored).toEqual({
      ip: ips[at],
      user_agent: agents[at] ?? null,
      user_id: record.user.id,
    })
  }
  expect(await transactions(sessions.map(({ id }) => id))).toBe(1)
  const counted = await auth.sql(
    `select key, count from basalt.auth_attempts where key like 'token_refresh 203.%' or key like 'token_refresh 2001:%'
     order by key`,
  )
  expect(counted.map(({ count }) => count)).toEqual([2, 3, 2, 1])
})

test('two tabs that renew at once get the same token, and a stolen one ends its session only', async () => {
  const [tabs, stolen, other] = await newSessions(3)
  const renewals = await renewTogether([
    { token: tabs!.token },
    { token: stolen!.older },
    { token: tabs!.token },
    { token: other!.token },
  ])
  expect(await outcomes(renewals)).toEqual([6, 'refresh_token_already_used', 6, 6])
  expect(await sessionsLeft([tabs!.id, stolen!.id, other!.id])).toHaveLength(2)
})

test('a network passes its limit together no more than one call at a time', async () => {
  const sessions = await newSessions()
  const client = from('203.0.113.77')
  const renewals = await renewTogether(sessions.map(({ token }) => ({ token, client, max: 5 })))
  expect((await outcomes(renewals)).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 6),
    ...Array.from({ length: 3 }, () => 'over_request_rate_limit'),
  ])
})

test('a session that somebody holds keeps nobody else waiting', async () => {
  const [held, ...others] = await newSessions()
  const holder = await auth.connect()
  try {
    await holder.query('begin')
    await holder.query('select from auth.sessions where id = $1 for update', [held!.id])
    const [ofHeld, ...ofOthers] = await renewTogether([held!, ...others])
    expect(await outcomes(ofOthers)).toEqual(others.map(() => 6))
    await holder.query('rollback')
    expect(await outcomes([ofHeld!])).toEqual([6])
  } finally {
    await holder.end()
  }
})

test("where the owner's trigger refuses one session, the others are renewed", async () => {
  const [refused, ...others] = await newSessions()
  await auth.sql(`
    create or replace function public.refuse() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$;
    create trigger of_owner before update on auth.sessions for each row when (old.id = '${refused!.id}')
      execute function public.refuse()`)
  const renewals = await renewTogether([refused!, ...others])
  expect(await outcomes(renewals)).toEqual(['P0001', ...others.map(() => 6)])
})

test('two groups that need the same sessions do not block each other', async () => {
  const sessions = await newSessions()
  const renewals = await renewTogether([...sessions, ...sessions.toReversed()])
  expect(await outcomes(renewals)).toEqual(Array.from({ length: 2 * TOGETHER }, () => 6))
})
