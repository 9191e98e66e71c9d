import { mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { startBareServer } from './bare-process.ts'
import { framesWhileScrolling, heapMegabytes, launchBrowser, newPage } from './browser.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { median, medianOf, report, timeOf } from './report.ts'
import { type BenchServer, exchanged, startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
/** Use fewer for a trial: `npm run bench -- table-editor 200000`. */
const ROWS = Number(process.argv[3] ?? 10_000_000)
/** A directory that keeps the tables for the next run: making ten million rows takes minutes. */
const KEPT_DIR = process.argv[4]
const TABLES = ROWS >= 1_000_000 ? 10_000 : 1000
const TIMES = 40
/** Before anything is measured: what runs the first few hundred times is interpreted, on both sides. */
const WARM_TIMES = 500
/** Of each page, where the server is warm already. */
const WARM_PAGES = 10
/** The table with its indexes, and the write-ahead log of making it. */
const BYTES_OF_ROW = 400
const SPARE_BYTES = 6_000_000_000
const POLL_MS = 200
const EDITS = 1000
const SCROLLED_MS = 3000
const WHEEL_PIXELS = 100
/** As fast as rows can be loaded, for as long as it takes to pass many times what is kept. */
const LONG_SCROLL_MS = 20_000
/** An hour with the page, at a jump a minute and a few turns of the wheel after each. */
const VISITS = 60
const STEPS_OF_VISIT = 50
/** After these many, what is loaded once is loaded. */
const FIRST_VISITS = 15
const counted = (rows: number) => `${rows.toLocaleString('en')} rows`

/** The key comes behind the rows: one sorted build takes a third of the time. */
const TABLE = `
  create table events (
    id bigint not null, created_at timestamptz not null, kind text not null, score numeric, note text not null);
  insert into events select n, '2020-01-01'::timestamptz + (n * 7919 % ${ROWS}) * interval '10 seconds',
      (array['open', 'done', 'gone'])[1 + n % 3], case when n % 7 <> 0 then n * 31 % 100000 end, repeat('x', 40)
    from generate_series(1::bigint, ${ROWS}) n;
  alter table events add primary key (id);
  create index on events (created_at, id);
  create index on events (kind, id);
  create index on events (score, id);
  analyze events`
const WIDE_COLUMNS = 200
const WIDE = `create table wide as select n as id, ${Array.from({ length: WIDE_COLUMNS - 1 }, (_, index) => `'v' || n * ${index + 1} as c${index}`).join(', ')}
  from generate_series(1, 5000) n; alter table wide add primary key (id); analyze wide`

/** The table editor over a long table: pages anywhere, the list of many tables, saves, and scrolling in a browser. */
export async function benchTableEditor() {
  if (KEPT_DIR !== undefined) mkdirSync(KEPT_DIR, { recursive: true, mode: 0o711 })
  const dataDir = KEPT_DIR ?? newDataDir()
  const server = await startServer(dataDir)
  try {
    await benchOn(server)
  } finally {
    await server.stop()
    if (KEPT_DIR === undefined) removeDataDir(dataDir)
  }
}

async function benchOn(server: BenchServer) {
  const [kept] = (await server.json('GET', '/platform/projects')) as { ref: string }[]
  const ref = kept?.ref ?? (await makeProject(server, await makeOrganization(server), PASSWORD))
  // A kept database is asleep. The first call wakes it, or finds it while it comes up.
  while (!(await server.send('GET', `/platform/pg-meta/${ref}/entities?schema=public`)).ok)
    await sleep(POLL_MS)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, user, database, password: PASSWORD })
  await client.connect()
  // A server that stops ends it: what failed before that is the error to see.
  client.on('error', () => undefined)
  await makeTables(client)
  const oidOf = async (table: string): Promise<number> =>
    (await client.query(`select '${table}'::regclass::oid::int as oid`)).rows[0].oid
  const entity = `/platform/pg-meta/${ref}/entities/${await oidOf('events')}`

  await benchPages(server, client, entity)
  await benchSave(server, client, entity)
  await benchEntities(server, client, ref)
  const browser = await launchBrowser()
  try {
    await benchBrowser(await newPage(browser, server), ref, await oidOf('events'), await oidOf('wide'))
  } finally {
    await browser.close()
    await client.end()
  }
}

/** Those of an earlier run are used when they have as many rows. */
async function makeTables(client: pg.Client) {
  const { rows } = await client.query("select to_regclass('many.finished') is not null as is_made")
  if (rows[0].is_made && Number((await client.query('select max(id) from events')).rows[0].max) === ROWS)
    return
  await mustHaveRoom()
  await client.query('drop schema if exists many cascade; drop table if exists events, wide')
  await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off")
  await client.query(TABLE)
  await client.query(WIDE)
  await client.query('create schema many')
  // In parts, because one transaction has room for few locks.
  for (let from = 1; from <= TABLES; from += 500)
    await client.query(`do $$ begin for n in ${from}..${Math.min(TABLES, from + 499)} loop
      execute format('create table many.t%s (id int primary key, a text)', n); end loop; end $$`)
  await client.query('create view many.finished as select')
  // Alone: VACUUM does not run among other statements.
  await client.query('vacuum analyze events')
}

/** Making the tables must not fill the disk. */
async function mustHaveRoom() {
  const { bavail, bsize } = await statfs(KEPT_DIR ?? tmpdir())
  const needed = ROWS * BYTES_OF_ROW + SPARE_BYTES
  if (bavail * bsize < needed)
    throw new Error(`The tables need ${Math.round(needed / 1e9)} GB of free disk. Use fewer rows.`)
}

const AS_TEXT = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig

const FIRST_ROWS = 'select * from events order by id limit 100'

async function benchPages(server: BenchServer, client: pg.Client, entity: string) {
  const read = (query: string) => server.exchange('GET', `${entity}/rows?limit=100&${query}`)
  const plain = () => client.query({ text: FIRST_ROWS, rowMode: 'array', types: AS_TEXT })
  const bare = await startServerOfRows(client, FIRST_ROWS)
  const firstPage = () => read('at=first')
  const ways = [firstPage, bare.exchange, plain]
  const cold: number[] = []
  for (const way of ways) cold.push(await medianOf(TIMES, way))
  report({
    bench: `first page of ${counted(ROWS)}, the first ${TIMES} times`,
    unit: 'ms',
    value: cold[0]!,
    yardstick: { what: 'select … limit 100 through pg, sent by a bare HTTP server', value: cold[1]! },
    target: '≤ 2×',
  })
  for (const way of ways) await medianOf(WARM_TIMES, way)
  // By turns, so that all have the same machine.
  const times = ways.map((): number[] => [])
  for (let turn = 0; turn < WARM_TIMES; turn += 1)
    for (const [at, way] of ways.entries()) times[at]!.push(await timeOf(way))
  const [value, withHttp, withoutHttp] = times.map(median)
  bare.stop()
  const bench = `first page of ${counted(ROWS)}`
  report({
    bench,
    unit: 'ms',
    value: value!,
    yardstick: { what: 'select … limit 100 through pg, sent by a bare HTTP server', value: withHttp! },
    target: '≤ 2×',
  })
  report({
    bench,
    unit: 'ms',
    value: value!,
    yardstick: { what: 'select … limit 100 through pg, without HTTP', value: withoutHttp! },
    target: 'for comparison',
  })
  const cpu = server.cpuMicroseconds()
  for (let turn = 0; turn < WARM_TIMES; turn += 1) await firstPage()
  report({
    bench: 'processor time of the server for such a page',
    unit: 'µs',
    value: (server.cpuMicroseconds() - cpu) / WARM_TIMES,
    target: '–',
  })
  for (const sort of [undefined, 'id:desc', 'created_at:desc', 'kind:asc', 'score:desc:nullslast'])
    await benchOrder(read, sort)
}

/** A server that sends the rows of a statement, and how to ask it. */
async function startServerOfRows({ host, port, user, database }: pg.Client, statement: string) {
  const connection = { host, port, user, database, password: PASSWORD, max: 1 }
  const bare = await startBareServer({ ...connection, answers: { GET: { statement, form: 'table' } } })
  const agent = new http.Agent({ keepAlive: true })
  return {
    exchange: () => exchanged(`http://127.0.0.1:${bare.port}`, { agent }),
    stop() {
      agent.destroy()
      bare.stop()
    },
  }
}

/** Pages anywhere in one order, by turns with its first page, so that all have the same machine. */
async function benchOrder(read: (query: string) => Promise<string>, sort: string | undefined) {
  const sorted = sort ? `&sort=${sort}` : ''
  const half = Math.max(60_000, Math.round(ROWS / 2))
  const middle = `at=row&row=${Math.min(half, ROWS - 1)}&count=${ROWS}${sorted}`
  const { end, start } = JSON.parse(await read(middle))
  const pages = [
    ['the first page', `at=first${sorted}`],
    ['the last page', `at=last${sorted}`],
    ['a jump to the middle', middle],
    ['the page behind the middle', `at=after&cursor=${end}${sorted}`],
    ['the page before the middle', `at=before&cursor=${start}${sorted}`],
  ].map(([what, query]) => ({ what, query: query!, times: [] as number[] }))
  for (let turn = 0; turn < WARM_PAGES + TIMES; turn += 1)
    for (const { query, times } of pages) {
      const took = await timeOf(() => read(query))
      if (turn >= WARM_PAGES) times.push(took)
    }
  const [first, ...others] = pages
  for (const { what, times } of others)
    report({
      bench: `${what} of ${counted(ROWS)} by ${sort ?? 'key'}`,
      unit: 'ms',
      value: median(times),
      yardstick: { what: 'its first page', value: median(first!.times) },
      target: '≤ 1.5×',
    })
}

async function benchSave(server: BenchServer, client: pg.Client, entity: string) {
  let turn = 0
  const save = async () => {
    const { rows } = JSON.parse(await server.exchange('GET', `${entity}/rows?limit=${EDITS}`)) as {
      rows: { row: string[]; cells: string[] }[]
    }
    turn += 1
    const edits = rows.map(({ row, cells }) => ({
      kind: 'update',
      row,
      old: { note: cells[4] },
      set: { note: `edited ${turn}` },
    }))
    const from = performance.now()
    const answer = await server.exchange('POST', `${entity}/edits`, { edits })
    const took = performance.now() - from
    if (JSON.parse(answer).results.length !== EDITS) throw new Error(answer)
    return took
  }
  const plain = () =>
    client.query(
      `update events e set note = v.note from unnest($1::bigint[], $2::text[]) v(id, note) where e.id = v.id`,
      [Array.from({ length: EDITS }, (_, index) => index + 1), Array(EDITS).fill(`by hand ${turn}`)],
    )
  const times: number[] = []
  for (let count = 0; count < 5; count += 1) times.push(await save())
  report({
    bench: `${EDITS.toLocaleString('en')} edits saved`,
    unit: 'ms',
    value: times.sort((one, other) => one - other)[2]!,
    yardstick: { what: 'one UPDATE without looking for conflicts', value: await medianOf(5, plain) },
    target: '≤ 10×',
  })
}

async function benchEntities(server: BenchServer, client: pg.Client, ref: string) {
  const list = () => server.exchange('GET', `/platform/pg-meta/${ref}/entities?schema=many`)
  const plain = () =>
    client.query(`select c.oid, c.relname, c.relkind, c.relrowsecurity from pg_class c
      where c.relnamespace = 'many'::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p') order by c.relname limit 100`)
  await medianOf(5, list)
  report({
    bench: `first page of ${TABLES.toLocaleString('en')} tables`,
    unit: 'ms',
    value: await medianOf(TIMES, list),
    yardstick: { what: 'the bare catalog query', value: await medianOf(TIMES, plain) },
    target: '≤ 50 ms',
  })
}

async function benchBrowser(page: Page, ref: string, long: number, wide: number) {
  await page.goto(`/project/${ref}/editor/${wide}`)
  await page.getByRole('gridcell', { name: '1', exact: true }).first().waitFor()
  report({
    bench: `frames while scrolling over ${WIDE_COLUMNS} columns, downwards`,
    unit: 'per second',
    value: await framesWhileScrolling(page, WHEEL_PIXELS, SCROLLED_MS),
    target: '≥ 55',
  })
  report({
    bench: `frames while scrolling over ${WIDE_COLUMNS} columns, sideways`,
    unit: 'per second',
    value: await framesSideways(page),
    target: '≥ 55',
  })
  await page.goto(`/project/${ref}/editor/${long}`)
  await page.getByRole('gridcell', { name: '1', exact: true }).first().waitFor()
  const before = await heapMegabytes(page)
  const frames = await framesWhileScrolling(page, 20 * WHEEL_PIXELS, LONG_SCROLL_MS)
  report({
    bench: `frames while scrolling through ${counted(ROWS)} as fast as they arrive`,
    unit: 'per second',
    value: frames,
    target: '≥ 55',
  })
  const bar = page.getByRole('scrollbar', { name: 'Position in the table' })
  const reached = Number(await bar.getAttribute('aria-valuenow'))
  report({
    bench: `memory that adds to the page, ${counted(reached)} further down`,
    unit: 'MB',
    value: (await heapMegabytes(page)) - before,
    target: '≤ 30 MB',
  })
  await benchMemory(page, ref, long)
}

/** Scrolls at random places of the whole table, as in an hour of use. Reports the memory that they add after the first quarter. */
export async function benchMemory(page: Page, ref: string, long: number) {
  await page.goto(`/project/${ref}/editor/${long}`)
  await page.getByRole('scrollbar', { name: 'Position in the table' }).waitFor()
  const heaps: number[] = []
  for (let visit = 1; visit <= VISITS; visit += 1) {
    await visitSomewhere(page, (visit * 0.618) % 1)
    if (visit % FIRST_VISITS === 0) heaps.push(await heapMegabytes(page))
  }
  report({
    bench: `memory that ${VISITS * STEPS_OF_VISIT} steps of scrolling at ${VISITS} places of ${counted(ROWS)} add to the page`,
    unit: 'MB',
    value: heaps.at(-1)! - heaps[0]!,
    target: '≤ 3 MB',
  })
}

/** Presses the scrollbar at a part of its length, waits for the rows there, and scrolls down by the wheel. */
async function visitSomewhere(page: Page, part: number) {
  const track = page.getByRole('scrollbar', { name: 'Position in the table' }).locator('..')
  const box = (await track.boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + 2 + part * (box.height - 4))
  await page.evaluate(
    async ({ steps, pixels }) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const grid = document.querySelector('.data-grid')!
      // Until the rows have arrived, those of before are dimmed.
      while (grid.closest('[aria-busy="true"]')) await nextFrame()
      for (let step = 0; step < steps; step += 1) {
        grid.scrollTop += pixels
        await nextFrame()
      }
    },
    { steps: STEPS_OF_VISIT, pixels: WHEEL_PIXELS },
  )
}

/** Back and forth from the first column to the last. */
const framesSideways = (page: Page) =>
  page.evaluate(async (during) => {
    const grid = document.querySelector('.data-grid')!
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const from = await nextFrame()
    let last = from
    let frames = 0
    let step = 60
    while (last - from < during) {
      const known = grid.scrollLeft
      grid.scrollLeft += step
      if (grid.scrollLeft === known) step = -step
      last = await nextFrame()
      frames += 1
    }
    return (frames * 1000) / (last - from)
  }, SCROLLED_MS)
