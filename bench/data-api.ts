import http from 'node:http'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { medianOf, report } from './report.ts'
import { type BenchServer, removeDataDir, startServer, temporaryDataDir } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
const CLIENTS = 8
const SECONDS = 4
const TABLES = 10_000
const CLAIMS = JSON.stringify({ role: 'service_role' })

const SCHEMA = `
  create table authors (id int primary key, name text);
  create table books (id int generated always as identity primary key, title text, author_id int references authors);
  create index on books (author_id);
  insert into authors select n, 'Author ' || n from generate_series(1, 1000) n;
  insert into books (title, author_id) select 'Book ' || n, 1 + n % 1000 from generate_series(1, 10000) n;
  create table notes (id int generated always as identity primary key, line text);
  create function add(a int, b int) returns int language sql immutable as 'select a + b';
  analyze`

/** Calls of the Data API per second, against what the driver does of the same SQL in the same transaction. */
export async function benchDataApi() {
  const dataDir = temporaryDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const pool = new pg.Pool({ host, port, database, user: 'postgres', password: PASSWORD, max: CLIENTS })
  // The restart below ends its connections; new ones are made when they are needed.
  pool.on('error', () => undefined)
  await pool.query(SCHEMA)
  const call = await callerOf(server, ref)
  const cases = [
    {
      bench: 'a row by its key',
      send: () => call('GET', '/books?id=eq.77&select=id,title'),
      text: `select coalesce(json_agg(r), '[]')::text from (select id, title from books where id = $1) r`,
      values: ['77'],
    },
    {
      bench: 'twenty rows with their authors',
      send: () => call('GET', '/books?select=id,title,authors(name)&order=id&limit=20'),
      text: `select json_agg(r)::text from (select b.id, b.title, row_to_json(a) as authors from books b
        left join lateral (select name from authors where id = b.author_id) a on true order by b.id limit $1) r`,
      values: ['20'],
    },
    {
      bench: 'an insert that returns its row',
      send: () => call('POST', '/notes', '{"line":"hello"}', 'return=representation'),
      text: `with made as (insert into notes (line) select line from json_to_recordset($1::json) as x(line text) returning *)
        select json_agg(made)::text from made`,
      values: ['[{"line":"hello"}]'],
    },
    {
      bench: 'a function',
      send: () => call('POST', '/rpc/add', '{"a":1,"b":2}'),
      text: `select json_agg(r.value)->0 from (select add(x.a, x.b) as value from json_to_record($1::json) as x(a int, b int)) r`,
      values: ['{"a":1,"b":2}'],
    },
  ]
  for (const { bench, send, text, values } of cases) {
    const direct = () => throughDriver(pool, { name: bench, text, values })
    await Promise.all([send(), direct()])
    const value = await perSecond(send)
    const yardstick = await perSecond(direct)
    report({
      ...{ bench: `data API, ${CLIENTS} at once: ${bench}`, unit: 'per second', value },
      yardstick: { what: 'the same SQL as the same role through pg', value: yardstick },
      target: '≥ 70 %',
    })
  }
  await pool.query(
    `do $$ begin for n in 1..${TABLES} loop
       execute format('create table t%s (id int primary key, a text, b int, c jsonb, at timestamptz)', n); commit;
     end loop; end $$`,
  )
  await benchSchema(server, ref, call, pool)
  await pool.end()
  await server.stop()
  removeDataDir(dataDir)
}

/** How long the first request waits at ten thousand tables, which is when the catalog is read. */
async function benchSchema(server: BenchServer, ref: string, call: Call, pool: pg.Pool) {
  const first = async () => {
    await server.send('POST', `/platform/projects/${ref}/restart`)
    while ((await server.json('GET', `/platform/projects/${ref}`)).status !== 'ACTIVE_HEALTHY');
    return medianOf(1, () => call('GET', '/t1'))
  }
  report({
    ...{ bench: `first request at ${TABLES} tables`, unit: 'ms', value: await first() },
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

type Call = Awaited<ReturnType<typeof callerOf>>

async function callerOf(server: BenchServer, ref: string) {
  const keys = (await server.json('GET', `/v1/projects/${ref}/api-keys`)) as {
    name: string
    api_key: string
  }[]
  const apikey = keys.find(({ name }) => name === 'service_role')!.api_key
  const agent = new http.Agent({ keepAlive: true })
  return (method: string, path: string, body?: string, prefer = '') =>
    new Promise<void>((resolve, reject) => {
      const headers = { apikey, prefer, ...(body && { 'content-type': 'application/json' }) }
      const request = http.request(`${server.origin}/p/${ref}/rest/v1${path}`, { method, agent, headers })
      request.once('error', reject)
      request.once('response', (response) => {
        if (response.statusCode! >= 300) reject(new Error(`${method} ${path}: ${response.statusCode}`))
        response.resume().once('end', resolve)
      })
      request.end(body)
    })
}

async function throughDriver(pool: pg.Pool, statement: pg.QueryConfig) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({
      ...{
        name: 'become',
        text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      },
      values: ['service_role', CLAIMS],
    })
    await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Several at a time, for a few seconds. */
async function perSecond(work: () => Promise<unknown>) {
  const from = performance.now()
  let done = 0
  const worker = async () => {
    while (performance.now() - from < SECONDS * 1000) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, worker))
  return done / ((performance.now() - from) / 1000)
}
