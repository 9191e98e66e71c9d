import { argon2, randomBytes } from 'node:crypto'
import http from 'node:http'
import { promisify } from 'node:util'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { startBareServer } from './bare-process.ts'
import { leanClient, requestBytes } from './lean-client.ts'
import { anonKeyOf, makeOrganization, makeProject } from './projects.ts'
import { compareRates, type Yardstick } from './rates.ts'
import { median, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const DATABASE_PASSWORD = 'k7Rw2pXq-MzTd9'
const PASSWORD = 'correct horse'
const USERS = 1_000_000
const TURNS = 300
const SIGN_INS = 80
/** Until the server's code for sign-ins is compiled. */
const WARM_UP_SIGN_INS = 400
/** A refresh takes a tenth more of the processor after a quarter of them. */
const WARM_UP_CALLS = 40_000
const PAGES = 30
/** Users who call at once. */
const PEOPLE = 8

/** What calls are compared with, as the names of `aPerson` have it. */
const yardsticks = {
  query: 'one query through the driver',
  queryByHttp: 'the same query by a bare HTTP server',
  write: 'one UPDATE through the driver, committed as ours is',
  writeByHttp: 'the same UPDATE by a bare HTTP server',
  sessionByHttp:
    'a bare HTTP server that reads the same body, runs the same UPDATE, signs a token and sends a session',
}
type Measured = keyof typeof yardsticks
const cases: { name: string; does: 'health' | 'getUser' | 'refresh'; against: readonly Measured[] }[] = [
  { name: 'answer without the database', does: 'health', against: ['query'] },
  { name: 'get the user of a token', does: 'getUser', against: ['query', 'queryByHttp'] },
  { name: 'refresh a session', does: 'refresh', against: ['query', 'write', 'writeByHttp', 'sessionByHttp'] },
]
const isByHttp = (yardstick: Measured) => yardstick.endsWith('ByHttp')

/** The least that finds the user of a token. */
const FIND = 'select to_jsonb(u) as "user" from auth.users u where id = $1'
/** The least that renews a session and finds its user. */
const RENEW = `update auth.sessions s set refresh_token_counter = refresh_token_counter + 1, updated_at = now(),
    refreshed_at = now() at time zone 'utc'
  from auth.users u where s.id = $1 and u.id = s.user_id returning to_jsonb(u) as "user"`

/** Working memory of a hash, which the C library keeps for the next one of the same thread. */
const HASH_MEGABYTES = 19
/** Node's threads for such work. */
const THREADS = 4

const derive = promisify(argon2)
/** The cost of a stored password. */
const hash = () =>
  derive('argon2id', {
    message: PASSWORD,
    nonce: randomBytes(16),
    tagLength: 32,
    memory: HASH_MEGABYTES * 1024,
    passes: 2,
    parallelism: 1,
  })

/**
 * Calls of the auth API, one at a time and by several people at once, in turn with what they have to cost at least: the hash
 * of a password, or one round trip to the database. The list of users with many of them. `only` is their number, a million by default.
 */
export async function benchAuth(only = String(USERS)) {
  const users = Number(only) || USERS
  const dataDir = newDataDir()
  const server = await startServer(dataDir, { BASALT_TRUSTED_PROXIES: '127.0.0.1' })
  const ref = await makeProject(server, await makeOrganization(server), DATABASE_PASSWORD)
  const limits = ['email_sent', 'sign_in', 'token_refresh'].map((kind) => [`rate_limit_${kind}`, 1_000_000])
  const settings = { mailer_autoconfirm: true, smtp_max_frequency: 0, ...Object.fromEntries(limits) }
  await server.json('PATCH', `/platform/auth/${ref}/config`, settings)
  const apikey = await anonKeyOf(server, ref)
  const call = callsOf(server, ref, apikey)
  const { host, port, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const target = { host, port, database, user: 'postgres', password: DATABASE_PASSWORD }
  const bare = await startBareServer({
    ...target,
    max: PEOPLE,
    options: WITHOUT_WAITING,
    answers: {
      GET: { statement: FIND, form: 'value' },
      PUT: { statement: RENEW, form: 'value' },
      POST: { statement: RENEW, form: 'session' },
    },
  })
  const client = new pg.Client(target)
  await client.connect()
  const credentials = { email: 'bench@example.com', password: PASSWORD }
  const memoryBefore = server.residentMegabytes()
  const session = await call('POST', '/signup', credentials)

  const signIn = () => call('POST', '/token?grant_type=password', credentials)
  for (let signIns = 0; signIns < WARM_UP_SIGN_INS; signIns += PEOPLE)
    await Promise.all(Array.from({ length: PEOPLE }, signIn))
  await compare('sign in with a password', SIGN_INS, signIn, [
    { what: 'argon2id alone', target: '≤ 1.2×', work: hash },
  ])
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, index) =>
      aPerson(
        server,
        { ref, apikey, address: `203.${index}.113.5` },
        { target, barePort: bare.port },
        await signIn(),
        // Renewing the session of the person would outdate the refresh token.
        await signIn(),
      ),
    ),
  )
  const [person] = people
  for (const { name, does, against } of cases) {
    await compareRates(server, {
      bench: (what) => `${what}${PEOPLE} at once: ${name}`,
      sends: people.map((one) => one[does]),
      warmUpCalls: WARM_UP_CALLS,
      yardsticks: against.map(
        (one): Yardstick => ({
          what: yardsticks[one],
          works: people.map((each) => each[one]),
          targets: { rate: '≥ 50 %', cpu: '≤ 2×', ownCpu: 'for comparison' },
          ...(isByHttp(one) && { worker: { name: yardsticks[one], cpuMicroseconds: bare.cpuMicroseconds } }),
        }),
      ),
    })
    // Afterwards, because its code is compiled by then.
    await compare(
      name,
      TURNS,
      person![does],
      against.map((one) => ({ what: yardsticks[one], target: '≤ 2×', work: person![one] })),
    )
  }
  for (const { end } of people) await end()
  bare.stop()

  await client.query(
    `insert into auth.users (id, aud, role, email, phone, raw_user_meta_data, raw_app_meta_data, created_at, updated_at)
     select gen_random_uuid(), 'authenticated', 'authenticated', 'user' || n || '@example.com',
       case when n % 2 = 0 then '49' || (1000000000 + n) end,
       jsonb_build_object('full_name', 'Name ' || n, 'team', n % 1000), '{"provider": "email"}',
       now() - n * interval '1 second', now()
     from generate_series(1, $1::int) n`,
    [users],
  )
  await client.query('vacuum analyze auth.users')
  const page = (query: string) => server.json('GET', `/platform/auth/${ref}/users?limit=50${query}`)
  const cursor = cursorAt(
    await client.query<{ key: string; id: string }>(
      'select created_at::text as key, id from auth.users order by created_at, id limit 1 offset 60',
    ),
  )
  await compare(
    `the last page of ${users.toLocaleString('en')} users`,
    PAGES,
    () => page(`&cursor=${cursor}`),
    [{ what: 'the first page', target: '≤ 1.2×', work: () => page('') }],
  )
  /** What each finds has to be read and sorted: about a thousand users, or one, or none. */
  const searches = {
    address: ['user777', `coalesce(lower(email), U&'\\+10FFFF') collate "C" like 'user777%'`],
    phone: ['491000777776', `coalesce(phone, U&'\\+10FFFF') collate "C" like '491000777776%'`],
    name: [
      'name 777777',
      `lower(coalesce(raw_user_meta_data ->> 'display_name', raw_user_meta_data ->> 'full_name',
        raw_user_meta_data ->> 'name')) collate "C" like 'name 777777%'`,
    ],
    id: [session.user.id, `id = '${session.user.id}'`],
    metadata: ['team:777', `raw_user_meta_data @> '{"team": 777}'`],
    'the address of nobody': ['nobody@', `coalesce(lower(email), U&'\\+10FFFF') collate "C" like 'nobody@%'`],
  } as const
  for (const [by, [text, condition]] of Object.entries(searches)) {
    const newest = `coalesce(created_at, timestamptz '-infinity') desc, id desc`
    await compare(
      `search ${users.toLocaleString('en')} users by ${by}`,
      PAGES,
      () => page(`&search=${encodeURIComponent(text)}`),
      [
        {
          what: 'the first page, and the users who are found through the driver',
          target: '≤ 1.5×',
          work: async () => {
            await page('')
            await client.query(`select * from auth.users where ${condition} order by ${newest} limit 51`)
          },
        },
        { what: 'the first page', target: 'for comparison', work: () => page('') },
      ],
    )
  }
  report({
    bench: `memory that calls and lists of ${users.toLocaleString('en')} users add to the server`,
    unit: 'MB',
    value: server.residentMegabytes() - memoryBefore,
    yardstick: { what: 'what argon2id needs in each of the four threads', value: HASH_MEGABYTES * THREADS },
    target: '≤ 1.5×',
  })
  await client.end()
  await server.stop()
  removeDataDir(dataDir)
}

/** What precedes a refresh token, all of which are equally long: one is moved into the next request as it is. */
const TOKEN_KEY = '"refresh_token":"'

const WITHOUT_WAITING = '-c synchronous_commit=off'

/** A user with a session and an address, which is limited by itself, and a connection to each server and to the database. */
async function aPerson(
  server: BenchServer,
  { ref, apikey, address }: { ref: string; apikey: string; address: string },
  { target, barePort }: { target: pg.ClientConfig; barePort: number },
  session: Session,
  sessionOfYardstick: Session,
) {
  const database = new pg.Client({ ...target, options: WITHOUT_WAITING })
  await database.connect()
  const { send, close } = await leanClient(Number(new URL(server.origin).port))
  const bare = await leanClient(barePort)
  const sessionId = JSON.parse(
    Buffer.from(sessionOfYardstick.access_token.split('.')[1] ?? '', 'base64url').toString(),
  ).session_id
  const request = (method: string, path: string, body = '', headers = {}) =>
    requestBytes(
      method,
      `/p/${ref}/auth/v1${path}`,
      { apikey, 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
      body,
    )
  const answered = async (bytes: Buffer, by = send) => {
    const { status, body } = await by(bytes)
    if (status !== 200) throw new Error(`${status}: ${body}`)
    return body
  }
  const health = request('GET', '/health')
  const getUser = request('GET', '/user', '', { authorization: `Bearer ${session.access_token}` })
  // Its headers are those of our own calls, which have to be read.
  const headers = { apikey, 'content-type': 'application/json', 'x-forwarded-for': address }
  const findByHttp = requestBytes('GET', `/${session.user.id}`, {
    ...headers,
    authorization: `Bearer ${session.access_token}`,
  })
  const renewByHttp = requestBytes('PUT', `/${sessionId}`, { ...headers, 'content-length': '0' })
  const sessionBody = JSON.stringify({ refresh_token: sessionId })
  const sessionByHttp = requestBytes('POST', '/', headers, sessionBody)
  const { refresh_token } = session
  const refreshRequest = request('POST', '/token?grant_type=refresh_token', JSON.stringify({ refresh_token }))
  const tokenAt = refreshRequest.lastIndexOf(refresh_token)
  return {
    query: () => database.query({ name: 'find', text: FIND, values: [session.user.id] }),
    write: () => database.query({ name: 'renew', text: RENEW, values: [sessionId] }),
    queryByHttp: () => answered(findByHttp, bare.send),
    writeByHttp: () => answered(renewByHttp, bare.send),
    sessionByHttp: () => answered(sessionByHttp, bare.send),
    health: () => answered(health),
    getUser: () => answered(getUser),
    async refresh() {
      const renewed = await answered(refreshRequest)
      const from = renewed.indexOf(TOKEN_KEY) + TOKEN_KEY.length
      renewed.copy(refreshRequest, tokenAt, from, from + refresh_token.length)
    },
    async end() {
      close()
      bare.close()
      await database.end()
    },
  }
}

const cursorAt = ({ rows: [row] }: { rows: { key: string; id: string }[] }) =>
  Buffer.from(JSON.stringify([row!.key, row!.id])).toString('base64url')

interface Session {
  access_token: string
  refresh_token: string
  user: { id: string }
}

const callsOf = ({ origin }: BenchServer, ref: string, apikey: string) => {
  const agent = new http.Agent({ keepAlive: true })
  return (method: string, path: string, body?: object, token?: string) =>
    new Promise<Session>((resolve, reject) => {
      const request = http.request(`${origin}/p/${ref}/auth/v1${path}`, {
        method,
        agent,
        headers: {
          apikey,
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.once('end', () =>
          response.statusCode === 200
            ? resolve(JSON.parse(text))
            : reject(new Error(`${path} answered ${response.statusCode}: ${text}`)),
        )
      })
      request.end(body && JSON.stringify(body))
    })
}

/** All in turns, so that a busy machine slows down all. */
async function compare(
  bench: string,
  turns: number,
  work: () => Promise<unknown>,
  yardsticks: readonly { what: string; target: string; work: () => Promise<unknown> }[],
) {
  const works = [work, ...yardsticks.map((one) => one.work)]
  const times = works.map((): number[] => [])
  for (let turn = -Math.ceil(turns / 5); turn < turns; turn += 1)
    for (const [at, one] of works.entries()) {
      const took = await timeOf(one)
      // The first turns warm up.
      if (turn >= 0) times[at]!.push(took)
    }
  const [ours, ...theirs] = times.map(median)
  for (const [at, { what, target }] of yardsticks.entries())
    report({ bench, unit: 'ms', value: ours!, yardstick: { what, value: theirs[at]! }, target })
}
