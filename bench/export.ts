import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { median, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
const ROWS = 1_000_000
const ROUNDS = 5
const query = `select i, md5(i::text) as name, i * 1.5 as amount, now() as at from generate_series(1, ${ROWS}) i`

/** All rows of a query as a file, against COPY read by the driver, and the server's memory use. */
export async function benchExport() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, user, database, password: PASSWORD })
  await client.connect()
  const before = server.residentMegabytes()
  let peak = before
  const copied: number[] = []
  const times: Record<string, number[]> = { csv: [], json: [], sql: [] }
  // Alternating, because the speed of the machine varies.
  for (let round = 0; round < ROUNDS; round += 1) {
    copied.push(await timeOf(() => client.query(`copy (${query}) to stdout with (format csv, header)`)))
    for (const [format, taken] of Object.entries(times))
      taken.push(
        await timeOf(async () => {
          peak = Math.max(peak, await exported(server, ref, format))
        }),
      )
  }
  await client.end()
  for (const [format, taken] of Object.entries(times))
    report({
      bench: `${ROWS.toLocaleString('en')} rows exported as ${format.toUpperCase()}`,
      unit: 'ms',
      value: median(taken),
      yardstick: { what: 'COPY to CSV, through pg', value: median(copied) },
      target: '≤ 1.5×',
    })
  report({
    bench: 'memory that these exports add to the server at their peak',
    unit: 'MB',
    value: peak - before,
    target: '≤ 100 MB',
  })
  await server.stop()
  removeDataDir(dataDir)
}

/** Reads an export to its end and returns the server's peak memory in megabytes. */
async function exported(server: BenchServer, ref: string, format: string) {
  const response = await server.send('POST', `/platform/pg-meta/${ref}/query/export`, { query, format })
  if (!response.ok) throw new Error(await response.text())
  let peak = 0
  let chunks = 0
  for await (const _ of response.body!) {
    chunks += 1
    // Reading /proc for each chunk would slow down the measured work.
    if (chunks % 16 === 0) peak = Math.max(peak, server.residentMegabytes())
  }
  return peak
}
