import { appendFile, chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { queryProcesses } from '@basalt/log-store/duckdb/query-processes.ts'
import { residentBytes } from '@basalt/log-store/duckdb/resident-memory.ts'
import { scan } from '@basalt/log-store/duckdb/sql-text.ts'
import type { LogEvent, LogSource } from '@basalt/log-store/log-event.ts'
import { type LogView, openLogStore } from '@basalt/log-store/log-store.ts'
import { startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { median, medianOf, report } from './report.ts'

/** Use fewer for a trial: `npm run bench -- logs 100000`. */
const EVENTS = 10_000_000
const DAYS = 10
const DAY_MS = 86_400_000
const BATCH = 1_000
const TIMES = 7
const MEGABYTE = 1024 * 1024
/** Events of which the tail is timed. */
const TAILED = 50

/** A query of ours, DuckDB's SQL for the same, a target, and PostgreSQL's SQL with the index that serves it best. */
type Case = [
  what: string,
  ask: () => Promise<unknown>,
  sql: string,
  target: string,
  rows: { index: string; sql: string },
]

/** The columns of requests to APIs. */
const source: LogSource = {
  name: 'requests',
  columns: {
    method: 'VARCHAR',
    path: 'VARCHAR',
    status: 'INTEGER',
    duration_ms: 'DOUBLE',
    role: 'VARCHAR',
    request_id: 'VARCHAR',
    user_agent: 'VARCHAR',
  },
}
const view: LogView = { name: 'edge_logs', source }
const EVERYTHING = { sql: 'true', params: [] }

/** As random as a UUID for every compression, and the same in every store. */
function requestId(n: number) {
  let [a, b] = [n ^ 0x9e3779b9, n + 0x7f4a7c15]
  const word = () => {
    a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) + b
    b = Math.imul(b ^ (b >>> 13), 0xc2b2ae35) + a
    return ((a ^ (b >>> 15)) >>> 0).toString(16).padStart(8, '0')
  }
  for (let mixing = 0; mixing < 3; mixing += 1) word()
  const [one, two, three, four] = [word(), word(), word(), word()]
  return `${one}-${two.slice(0, 4)}-${two.slice(4)}-${three.slice(0, 4)}-${three.slice(4)}${four}`
}

function anEvent(n: number, timestamp: number): LogEvent {
  const path = `/rest/v1/table_${n % 50}?select=id,name&order=created_at.desc`
  const status = n % 1000 === 0 ? 500 : n % 50 === 0 ? 404 : 200
  return {
    timestamp,
    event_message: `GET ${path} ${status}`,
    method: 'GET',
    path,
    status,
    duration_ms: (n * 7919) % 300,
    role: n % 3 === 0 ? 'anon' : 'authenticated',
    request_id: requestId(n),
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0',
  }
}

/** Processor time of some work per event, in microseconds. */
async function cpuPerEvent(events: number, work: () => Promise<unknown>) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / events
}

/**
 * Writing events against appending the same text to a file, and the queries of the pages against DuckDB by hand over the
 * right files, and against the same rows in PostgreSQL with its best index. `only` is the number of events.
 */
export async function benchLogs(only = '') {
  const events = Number(only) || EVENTS
  const root = await mkdtemp(path.join(tmpdir(), 'basalt-bench-logs-'))
  await chmod(root, 0o711)
  const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS
  let now = start
  const store = openLogStore({
    directory: path.join(root, 'logs'),
    sources: [source],
    now: () => now,
    onFailed(error) {
      throw error
    },
    onDamaged(_key, files) {
      throw new Error(`Damaged: ${files.join()}`)
    },
  })
  await benchIngest(root, Math.min(events, 200_000))

  const step = (DAYS * DAY_MS) / events
  for (let n = 0; n < events; n += 1) {
    now = start + Math.floor(n * step)
    store.add('shop', source.name, anEvent(n, now))
    if (n % (10 * BATCH) !== 0) continue
    await store.flush()
    await store.compact()
  }
  await store.flush()
  await store.compact()
  await benchQueries(store, root, { events, now })
  await benchTail(store, () => {
    now += 1
    return now
  })
  await store.close()
  await rm(root, { recursive: true })
}

async function benchIngest(root: string, events: number) {
  const made = Array.from({ length: events }, (_, n) => anEvent(n, Date.now()))
  const store = openLogStore({
    directory: path.join(root, 'ingest'),
    sources: [source],
    onFailed(error) {
      throw error
    },
    onDamaged: () => undefined,
  })
  const write = async () => {
    for (let n = 0; n < events; n += BATCH) {
      for (const event of made.slice(n, n + BATCH)) store.add('shop', source.name, event)
      await store.flush()
    }
  }
  const append = async () => {
    for (let n = 0; n < events; n += BATCH) {
      const lines = made.slice(n, n + BATCH).map((event) => `${JSON.stringify(event)}\n`)
      await appendFile(path.join(root, 'plain.ndjson'), lines.join(''))
    }
  }
  const [written, appended]: [number[], number[]] = [[], []]
  // They take turns, and the first round only warms up.
  for (let round = 0; round < 4; round += 1) {
    written.push(await cpuPerEvent(events, write))
    appended.push(await cpuPerEvent(events, append))
  }
  await store.close()
  report({
    bench: `writing ${events.toLocaleString('en')} events to the logs, processor time of the server per event`,
    unit: 'µs',
    value: median(written.slice(1)),
    yardstick: { what: 'appending the same JSON to one file', value: median(appended.slice(1)) },
    target: '≤ 2×',
  })
}

async function benchQueries(
  store: ReturnType<typeof openLogStore>,
  root: string,
  { events, now }: { events: number; now: number },
) {
  const processes = queryProcesses()
  const folder = path.join(root, 'logs', 'shop', source.name)
  const names = (await readdir(folder)).map((name) => path.join(folder, name))
  const ofKind = (ending: string) => names.filter((name) => name.endsWith(ending))
  const all = `(${scan(source, { parquet: ofKind('.parquet'), ndjson: ofKind('.ndjson') })})`
  const among = `among ${events.toLocaleString('en')} events of ${DAYS} days`
  const byHand = (sql: string) => processes.run({ kind: 'trusted', sql, params: [] })
  const errors = { sql: 'status >= 500', params: [] }
  const day = { from: now - DAY_MS, to: now }
  const since = (times: { from: number }) => `timestamp >= make_timestamp_ms(${times.from})`
  const always = { from: 0, to: now }
  const someId = requestId(Math.floor(events / 2))
  const rows = await inPostgres(events, now)
  const cases: Case[] = [
    [
      'the newest 100 errors, of all time',
      () => store.newest('shop', view, { ...always, where: errors, limit: 100 }),
      `select * from ${all} where status >= 500 order by timestamp desc limit 100`,
      '≤ 300 ms and ≤ 1.3×',
      {
        index: 'a partial index on the times of errors',
        sql: 'select * from requests where status >= 500 order by at desc limit 100',
      },
    ],
    [
      'the events of one request id, of all time',
      () =>
        store.newest('shop', view, {
          ...always,
          where: { sql: 'request_id = ?', params: [someId] },
          limit: 100,
        }),
      `select * from ${all} where request_id = '${someId}' order by timestamp desc limit 100`,
      '≤ 1.3×',
      {
        index: 'an index on the id',
        sql: `select * from requests where request_id = '${someId}' order by at desc limit 100`,
      },
    ],
    [
      'a histogram of a day',
      () =>
        store.aggregate('shop', view, day, EVERYTHING, {
          sql: 'select epoch_ms(timestamp) // 900000 as bar, count(*) from events group by 1',
          params: [],
        }),
      `select epoch_ms(timestamp) // 900000 as bar, count(*) from ${all} where ${since(day)} group by 1`,
      '≤ 1.3×',
      {
        index: 'an index on the time, which has all that is asked for',
        sql: `select at / 900000 as bar, count(*) from requests where at >= ${day.from} group by 1`,
      },
    ],
    [
      'a word in the messages of a day',
      () =>
        store.newest('shop', view, {
          ...day,
          where: { sql: 'event_message ilike ?', params: ['%nowhere%'] },
          limit: 100,
        }),
      `select * from ${all} where ${since(day)} and event_message ilike '%nowhere%' order by timestamp desc limit 100`,
      '≤ 1.3×',
      {
        index: 'an index on the time',
        sql: `select * from requests where at >= ${day.from} and event_message ilike '%nowhere%' order by at desc limit 100`,
      },
    ],
  ]
  for (const [what, ask, sql, target, { index, sql: rowSql }] of cases) {
    // Both processes are warm, and take turns.
    await Promise.all([ask(), byHand(sql)])
    await rows.query(rowSql)
    const [own, hand, inRows]: [number[], number[], number[]] = [[], [], []]
    for (let n = 0; n < TIMES; n++) {
      own.push(await medianOf(1, ask))
      hand.push(await medianOf(1, () => byHand(sql)))
      inRows.push(await medianOf(1, () => rows.query(rowSql)))
    }
    report({
      bench: `logs: ${what}, ${among}`,
      unit: 'ms',
      value: median(own),
      yardstick: { what: 'DuckDB by hand over all files', value: median(hand) },
      target,
    })
    report({
      bench: `logs: ${what}, ${among}, against rows`,
      unit: 'ms',
      value: median(own),
      yardstick: { what: `PostgreSQL with ${index}`, value: median(inRows) },
      target: 'stated: an index finds few rows sooner, and takes disk and time to write',
    })
  }
  const stored = await Promise.all(names.map(async (name) => (await stat(name)).size))
  report({
    bench: `logs: disk of ${events.toLocaleString('en')} events`,
    unit: 'MB',
    value: stored.reduce((sum, size) => sum + size, 0) / MEGABYTE,
    yardstick: { what: 'the rows and indexes of PostgreSQL', value: await rows.megabytes() },
    target: '≤ 0.3×',
  })
  await rows.close()
  const bytes = Math.max(
    0,
    ...(await Promise.all(store.pids().map(async (pid) => (await residentBytes(pid)) ?? 0))),
  )
  report({
    bench: `logs: memory of the process that ran these queries`,
    unit: 'MB',
    value: bytes / MEGABYTE,
    target: '≤ 300 MB',
  })
  processes.close()
}

/** How soon an event is found by a page that follows the log, and is told to those who send it on. */
async function benchTail(store: ReturnType<typeof openLogStore>, tick: () => number) {
  const [found, told]: [number[], number[]] = [[], []]
  // The store's own timer keeps no process running.
  const running = setInterval(() => undefined, DAY_MS)
  let after = await store.position('shop', source.name)
  for (let n = 0; n < TAILED; n += 1) {
    const writing = Promise.withResolvers<void>()
    const stop = store.onWritten(() => writing.resolve())
    const from = performance.now()
    store.add('shop', source.name, anEvent(n, tick()))
    await writing.promise
    told.push(performance.now() - from)
    stop()

    const at = tick()
    const askedAt = performance.now()
    store.add('shop', source.name, anEvent(n, at))
    const rows = await store.newest('shop', view, {
      from: 0,
      to: at + 1,
      where: EVERYTHING,
      after,
      limit: 100,
    })
    found.push(performance.now() - askedAt)
    if (rows[0]?.timestamp !== at) throw new Error('The newest event was not found')
    after = Number(rows[0].id)
  }
  clearInterval(running)
  report({
    bench: 'logs: from an event to its place on a page that asks for newer ones',
    unit: 'ms',
    value: median(found),
    target: '≤ 2000 ms',
  })
  report({
    bench: 'logs: from an event until log drains are told',
    unit: 'ms',
    value: median(told),
    target: '≤ 2000 ms',
  })
}

/** The same events as rows of a PostgreSQL with the indexes that serve the queries best. */
async function inPostgres(events: number, end: number) {
  const database = await startOwnPostgres()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`create unlogged table requests (at bigint, event_message text, method text, path text, status int,
    duration_ms float8, role text, request_id uuid, user_agent text)`)
  const step = (DAYS * DAY_MS) / events
  const start = end - Math.floor((events - 1) * step)
  function* lines() {
    for (let first = 0; first < events; first += BATCH) {
      let text = ''
      for (let n = first; n < Math.min(events, first + BATCH); n += 1) {
        const { timestamp, ...columns } = anEvent(n, start + Math.floor(n * step))
        text += `${[timestamp, ...Object.values(columns)].join('\t')}\n`
      }
      yield text
    }
  }
  await pipeline(Readable.from(lines()), client.query(copyFrom('copy requests from stdin')))
  for (const index of ['(at)', '(request_id)', '(at) where status >= 500'])
    await client.query(`create index on requests ${index}`)
  await client.query('vacuum analyze requests')
  return {
    query: (text: string) => client.query(text),
    async megabytes(): Promise<number> {
      const { rows } = await client.query(`select pg_total_relation_size('requests')::float8 as bytes`)
      return rows[0].bytes / MEGABYTE
    },
    async close() {
      await client.end()
      await database.close()
    },
  }
}
