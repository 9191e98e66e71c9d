import { appendFile, chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { queryProcesses } from '@basalt/log-store/duckdb/query-processes.ts'
import { residentBytes } from '@basalt/log-store/duckdb/resident-memory.ts'
import { scan } from '@basalt/log-store/duckdb/sql-text.ts'
import type { LogEvent, LogSource } from '@basalt/log-store/log-event.ts'
import { type LogView, openLogStore } from '@basalt/log-store/log-store.ts'
import { median, medianOf, report } from './report.ts'

const EVENTS = 1_000_000
const DAYS = 10
const DAY_MS = 86_400_000
const BATCH = 1_000
const TIMES = 7

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
    request_id: crypto.randomUUID(),
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
 * right files. `only` is the number of events.
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
  const cases: [string, () => Promise<unknown>, string, string][] = [
    [
      'the newest 100 errors, of all time',
      () => store.newest('shop', view, { ...always, where: errors, limit: 100 }),
      `select * from ${all} where status >= 500 order by timestamp desc limit 100`,
      '≤ 300 ms and ≤ 1.3×',
    ],
    [
      'the events of one request id, of all time',
      () =>
        store.newest('shop', view, {
          ...always,
          where: { sql: 'request_id = ?', params: ['none'] },
          limit: 100,
        }),
      `select * from ${all} where request_id = 'none' order by timestamp desc limit 100`,
      '≤ 1.3×',
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
    ],
  ]
  for (const [what, ask, sql, target] of cases) {
    // Both processes are warm, and take turns.
    await Promise.all([ask(), byHand(sql)])
    const [own, hand]: [number[], number[]] = [[], []]
    for (let n = 0; n < TIMES; n++) {
      own.push(await medianOf(1, ask))
      hand.push(await medianOf(1, () => byHand(sql)))
    }
    report({
      bench: `logs: ${what}, ${among}`,
      unit: 'ms',
      value: median(own),
      yardstick: { what: 'DuckDB by hand over all files', value: median(hand) },
      target,
    })
  }
  const bytes = Math.max(
    0,
    ...(await Promise.all(store.pids().map(async (pid) => (await residentBytes(pid)) ?? 0))),
  )
  report({
    bench: `logs: memory of the process that ran these queries`,
    unit: 'MB',
    value: bytes / 1024 / 1024,
    target: '≤ 300 MB',
  })
  processes.close()
}
