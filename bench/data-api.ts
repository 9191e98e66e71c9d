import { DEFAULT_POOL } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { type LeanReply, leanClient, requestBytes } from './lean-client.ts'
import { anonKeyOf, makeOrganization, makeProject, serviceKeyOf } from './projects.ts'
import { compareRates } from './rates.ts'
import { medianOf, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
/** Concurrent callers. */
const CALLERS = [8, 32] as const
/** Anonymous callers with slow calls, and the seconds each takes. */
const SLOW_CALLERS = 60
const SLOW_SECONDS = 2.5
const FAIR_TURNS = 200
const TABLES = 10_000

const SCHEMA = `
  create table authors (id int primary key, name text);
  create table books (id int generated always as identity primary key, title text, author_id int references authors);
  create index on books (author_id);
  insert into authors select n, 'Author ' || n from generate_series(1, 1000) n;
  insert into books (title, author_id) select 'Book ' || n, 1 + n % 1000 from generate_series(1, 10000) n;
  create table notes (id int generated always as identity primary key, line text);
  create function nap(seconds float) returns void language sql volatile as 'select pg_sleep(seconds)';
  create function add(a int, b int) returns int language sql immutable as 'select a + b';
  analyze`

/**
 * Calls of the Data API per second, against the same SQL in the same transaction through the driver. `only` selects parts
 * by a substring of their names: a kind of call, `fairness` or `schema`.
 */
export async function benchDataApi(only = '') {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const pool = new pg.Pool({ host, port, database, user: 'postgres', password: PASSWORD, max: DEFAULT_POOL })
  // The restart below ends its connections; new ones are opened on demand.
  pool.on('error', () => undefined)
  await pool.query(SCHEMA)
  const apikey = await serviceKeyOf(server, ref)
  const become = becoming(apikey)
  const request = (method: string, path: string, body = '', prefer = '', key = apikey) => {
    const headers = { apikey: key, prefer, ...(body !== '' && { 'content-type': 'application/json' }) }
    return requestBytes(method, `/p/${ref}/rest/v1${path}`, headers, body)
  }
  const { port: ownPort } = new URL(server.origin)
  const cases = [
    {
      bench: 'a row by its key',
      bytes: request('GET', '/books?id=eq.77&select=id,title'),
      text: `select coalesce(json_agg(r), '[]')::text from (select id, title from books where id = $1) r`,
      values: ['77'],
    },
    {
      bench: 'twenty rows with their authors',
      bytes: request('GET', '/books?select=id,title,authors(name)&order=id&limit=20'),
      text: `select json_agg(r)::text from (select b.id, b.title, row_to_json(a) as authors from books b
        left join lateral (select name from authors where id = b.author_id) a on true order by b.id limit $1) r`,
      values: ['20'],
    },
    {
      bench: 'an insert that returns its row',
      bytes: request('POST', '/notes', '{"line":"hello"}', 'return=representation'),
      text: `with made as (insert into notes (line) select line from json_to_recordset($1::json) as x(line text) returning *)
        select json_agg(made)::text from made`,
      values: ['[{"line":"hello"}]'],
    },
    {
      bench: 'ten authors with all their books',
      bytes: request('GET', '/authors?select=id,name,books(id,title)&order=id&limit=10'),
      text: `select json_agg(r)::text from (select a.id, a.name, coalesce(b.rows, '[]') as books from authors a
        left join lateral (select json_agg(x) as rows from (select id, title from books where author_id = a.id) x) b on true
        order by a.id limit $1) r`,
      values: ['10'],
    },
    {
      bench: 'a function',
      bytes: request('POST', '/rpc/add', '{"a":1,"b":2}'),
      text: `select json_agg(r.value)->0 from (select add(x.a, x.b) as value from json_to_record($1::json) as x(a int, b int)) r`,
      values: ['{"a":1,"b":2}'],
    },
  ]
  for (const callers of CALLERS)
    for (const { bench, bytes, text, values } of cases.filter(({ bench }) => bench.includes(only))) {
      // The server closes connections that are idle for a while.
      const clients = await Promise.all(Array.from({ length: callers }, () => leanClient(Number(ownPort))))
      const sends = clients.map(
        ({ send }) =>
          async () =>
            mustSucceed(bench, await send(bytes)),
      )
      const directs = clients.map(() => () => throughDriver(pool, become, { name: bench, text, values }))
      await compareRates(server, {
        bench: (what) => `data API, ${what}${callers} at once: ${bench}`,
        sends,
        yardsticks: [
          {
            what: 'the same transaction through pg, with the same number of connections',
            works: directs,
            targets: { rate: '≥ 75 %', cpu: 'for comparison', ownCpu: '≤ 2.5×' },
          },
        ],
      })
      for (const { close } of clients) close()
    }
  if ('fairness'.includes(only)) {
    const anon = await anonKeyOf(server, ref)
    await benchFairness(
      Number(ownPort),
      request('GET', '/books?id=eq.77&select=id,title', '', '', anon),
      request('POST', '/rpc/nap', `{"seconds":${SLOW_SECONDS}}`, '', anon),
    )
  }
  if ('schema'.includes(only)) await benchSchema(server, ref, request('GET', '/t1'), pool)
  await pool.end()
  await server.stop()
  removeDataDir(dataDir)
}

/**
 * The start of each transaction of the Data API: the role, the request for `current_setting`, and an empty response, even
 * if no code in the database reads them.
 */
function becoming(apikey: string): pg.QueryConfig {
  const parameters = {
    role: 'service_role',
    'request.jwt.claims': Buffer.from(apikey.split('.')[1] ?? '', 'base64url').toString(),
    search_path: '"public", "extensions"',
    'request.method': 'POST',
    'request.path': '/books',
    'request.headers': JSON.stringify({ host: '127.0.0.1', apikey, 'content-type': 'application/json' }),
    'request.cookies': '{}',
    'response.headers': '',
    'response.status': '',
  }
  const sets = Object.keys(parameters).map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  return { name: 'become', text: `select ${sets.join(', ')}`, values: Object.values(parameters) }
}

/** How long a quick anonymous call takes, alone and while many slow ones run. */
async function benchFairness(port: number, quick: Buffer, slow: Buffer) {
  const caller = await leanClient(port)
  const quickly = async () => mustSucceed('a quick call', await caller.send(quick))
  const alone = await medianOf(FAIR_TURNS, quickly)
  const slowCallers = await Promise.all(Array.from({ length: SLOW_CALLERS }, () => leanClient(port)))
  let isOver = false
  const naps = slowCallers.map(async ({ send }) => {
    // Calls that get no connection in time are refused, and retried as an impatient caller would.
    while (!isOver) await send(slow).catch(() => undefined)
  })
  let slowest = 0
  const beside = await medianOf(FAIR_TURNS, async () => {
    slowest = Math.max(slowest, await timeOf(quickly))
  })
  isOver = true
  for (const { close } of [caller, ...slowCallers]) close()
  await Promise.all(naps)
  const yardstick = { what: 'the same call alone', value: alone }
  report({
    bench: `data API, a quick call beside ${SLOW_CALLERS} slow ones`,
    unit: 'ms',
    value: beside,
    yardstick,
    target: '≤ 3×',
  })
  report({
    bench: `data API, the slowest quick call beside ${SLOW_CALLERS} slow ones`,
    unit: 'ms',
    value: slowest,
    target: '≤ 250 ms',
  })
}

/** How long the first request takes with ten thousand tables, when the catalog is read. */
async function benchSchema(server: BenchServer, ref: string, bytes: Buffer, pool: pg.Pool) {
  await pool.query(
    `do $$ begin for n in 1..${TABLES} loop
       execute format('create table t%s (id int primary key, a text, b int, c jsonb, at timestamptz)', n); commit;
     end loop; end $$`,
  )
  const first = async () => {
    await server.send('POST', `/platform/projects/${ref}/restart`)
    while ((await server.json('GET', `/platform/projects/${ref}`)).status !== 'ACTIVE_HEALTHY');
    // Connected only now, because a connection that is idle for a minute is closed.
    const client = await leanClient(Number(new URL(server.origin).port))
    const value = await medianOf(1, async () => mustSucceed('the first request', await client.send(bytes)))
    client.close()
    return value
  }
  report({
    bench: `first request at ${TABLES} tables`,
    unit: 'ms',
    value: await first(),
    yardstick: {
      what: 'the names and types of all their columns through pg',
      value: await medianOf(3, () =>
        pool.query(
          'select attrelid, attname, format_type(atttypid, atttypmod) from pg_attribute where attnum > 0',
        ),
      ),
    },
    target: '≤ 5×',
  })
}

function mustSucceed(what: string, { status }: LeanReply) {
  if (status >= 300) throw new Error(`${what}: ${status}`)
}

async function throughDriver(pool: pg.Pool, become: pg.QueryConfig, statement: pg.QueryConfig) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(become)
    await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}
