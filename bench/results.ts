import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { median, medianOf, report } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
const columns = Array.from({ length: 20 }, (_, index) => `i * ${index + 1} as c${index}`).join(', ')
const wide = `select ${columns} from generate_series(1, 100000) i`
const long = 'select i, md5(i::text) from generate_series(1, 1000000) i'
const raw = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig

/** Large results streamed through the server: time to the first row, total time, and memory that stays flat. */
export async function benchResults() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, user, database, password: PASSWORD })
  await client.connect()
  const direct = (text: string) => medianOf(3, () => client.query({ text, rowMode: 'array', types: raw }))

  await stream(server, ref, wide)
  const wideRuns = [
    await stream(server, ref, wide),
    await stream(server, ref, wide),
    await stream(server, ref, wide),
  ]
  report({
    bench: '100,000 × 20 rows streamed, first rows',
    unit: 'ms',
    value: median(wideRuns.map(({ firstRowMs }) => firstRowMs)),
    target: '≤ 300 ms',
  })
  report({
    bench: '100,000 × 20 rows streamed, all',
    unit: 'ms',
    value: median(wideRuns.map(({ totalMs }) => totalMs)),
    yardstick: { what: 'pg, raw text', value: await direct(wide) },
    target: '≤ 2×',
  })
  const before = server.residentMegabytes()
  const longRun = await stream(server, ref, long)
  report({
    bench: '1,000,000 rows streamed',
    unit: 'ms',
    value: longRun.totalMs,
    yardstick: { what: 'pg, raw text', value: await direct(long) },
    target: '≤ 2×',
  })
  report({
    bench: 'memory that 1,000,000 rows add to the server at their peak',
    unit: 'MB',
    value: longRun.peakMegabytes - before,
    target: '≤ 100 MB',
  })
  const idle = server.residentMegabytes()
  const sorted = await sortStored(server, ref, long)
  report({
    bench: '1,000,000 stored rows sorted by a text',
    unit: 'ms',
    value: sorted.totalMs,
    yardstick: {
      what: 'PostgreSQL, without transferring them',
      value: await medianOf(3, () =>
        client.query(`select count(*) from (${long} order by 2 offset 0) of_all`),
      ),
    },
    target: '≤ 5×',
  })
  report({
    bench: 'memory that sorting 1,000,000 stored rows adds to the server at its peak',
    unit: 'MB',
    value: sorted.peakMegabytes - idle,
    target: '≤ 100 MB',
  })
  await client.end()
  await server.stop()
  removeDataDir(dataDir)
}

/** Stores the rows of a query on the server, and sorts them there by their second column. */
async function sortStored(server: BenchServer, ref: string, query: string) {
  const body = { query, store: true, max_rows: 1_000_000 }
  const stored = await server.send('POST', `/platform/pg-meta/${ref}/query/stream`, body)
  const { id } = JSON.parse((await stored.text()).split('\n', 1)[0]!) as { id: string }
  const from = performance.now()
  const view = await server.send('POST', `/platform/projects/${ref}/queries/${id}/views`, {
    search: '',
    filters: [],
    sorts: [{ column: 1, direction: 'asc' }],
  })
  let peakMegabytes = 0
  for await (const _ of view.body!) peakMegabytes = Math.max(peakMegabytes, server.residentMegabytes())
  return { totalMs: performance.now() - from, peakMegabytes }
}

async function stream(server: BenchServer, ref: string, query: string) {
  const from = performance.now()
  const response = await server.send('POST', `/platform/pg-meta/${ref}/query/stream`, {
    query,
    max_rows: 1_000_000,
  })
  let firstRowMs = Number.NaN
  let peakMegabytes = 0
  let isNext = true
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    if (Number.isNaN(firstRowMs) && decoder.decode(chunk, { stream: true }).includes('"rows"'))
      firstRowMs = performance.now() - from
    // Reading /proc for each chunk would slow down the measured work.
    if (isNext) peakMegabytes = Math.max(peakMegabytes, server.residentMegabytes())
    isNext = !isNext
  }
  return { firstRowMs, totalMs: performance.now() - from, peakMegabytes }
}
