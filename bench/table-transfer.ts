import { detectSettings, fileParts, previewFile } from '@basalt/table-rows/files/read-file.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { median, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
const ROWS = 1_000_000
const BAD_EVERY = 5_000
const ROUNDS = 3
const PART_BYTES = 4 * 1024 * 1024
const LARGE_BYTES = 500_000_000
const NOTE = 'x'.repeat(140)
const table = 'id int8 primary key, name text not null, amount numeric check (amount >= 0), at timestamptz'

const rowOf = (row: number, separator: string) =>
  [row, `person number ${row}`, row * 1.5, '2026-01-02 03:04:05.678+00'].join(separator)

/** A file of rows that is imported into a table, against COPY of the same rows by the driver; and exported again. */
export async function benchTableTransfer() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, user, database, password: PASSWORD })
  await client.connect()
  await client.query(`create table people (${table}); create table copied (${table})`)
  const { rows } = await client.query(`select 'people'::regclass::oid::int8::int as oid`)
  const target = { server, ref, oid: rows[0].oid as number }
  const numbers = Array.from({ length: ROWS }, (_, row) => row)
  const file = new Blob(['id,name,amount,at\n', ...chunked(numbers, (row) => `${rowOf(row, ',')}\n`)])
  const withBad = new Blob([
    'id,name,amount,at\n',
    ...chunked(numbers, (row) => `${row % BAD_EVERY === 0 ? `x${rowOf(row, ',')}` : rowOf(row, ',')}\n`),
  ])
  const text = chunked(numbers, (row) => `${rowOf(row, '\t')}\n`).map((piece) => Buffer.from(piece))

  const before = server.residentMegabytes()
  let peak = before
  const taken = {
    copy: [] as number[],
    import: [] as number[],
    bad: [] as number[],
    out: [] as number[],
    file: [] as number[],
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.query('truncate people, copied')
    taken.copy.push(await timeOf(() => copyIn(client, 'copy copied from stdin', text)))
    taken.import.push(
      await timeOf(async () => {
        peak = Math.max(peak, await importFile(target, file, false))
      }),
    )
    taken.out.push(await timeOf(() => client.query('copy copied to stdout with (format csv, header)')))
    taken.file.push(await timeOf(() => exportFile(target)))
    await client.query('truncate people')
    taken.bad.push(await timeOf(() => importFile(target, withBad, true)))
  }
  await client.query('truncate people, copied')
  const large = await benchLargeImport(server, ref, client)
  await client.end()
  const count = ROWS.toLocaleString('en')
  const yardstick = { what: 'COPY of the same rows, through pg', value: median(taken.copy) }
  report({
    bench: `${count} rows imported from CSV`,
    unit: 'ms',
    value: median(taken.import),
    yardstick,
    target: '≤ 1.5×',
  })
  report({
    bench: `${count} rows imported, ${ROWS / BAD_EVERY} bad lines left out`,
    unit: 'ms',
    value: median(taken.bad),
    yardstick,
    target: '–',
  })
  report({
    bench: `${count} rows of a table exported as CSV`,
    unit: 'ms',
    value: median(taken.file),
    yardstick: { what: 'COPY to CSV, through pg', value: median(taken.out) },
    target: '≤ 1.5×',
  })
  report({
    bench: 'memory that an import adds to the server at its peak',
    unit: 'MB',
    value: peak - before,
    target: '≤ 100 MB',
  })
  report({
    bench: `a CSV file of ${LARGE_BYTES / 1e6} MB imported`,
    unit: 'ms',
    value: large.tookMs,
    target: '–',
  })
  report({
    bench: 'memory that this adds to the server at its peak',
    unit: 'MB',
    value: large.addedMegabytes,
    target: '≤ 100 MB',
  })
  report({
    bench: 'rows that are left of it after a cancel half-way',
    unit: 'elements',
    value: large.leftRows,
    target: '0',
  })
  await server.stop()
  removeDataDir(dataDir)
}

/** A file larger than what fits into a few parts, cancelled half-way first and then imported. */
async function benchLargeImport(server: BenchServer, ref: string, client: pg.Client) {
  await client.query(
    'create table large (id int8 primary key, name text, amount numeric, at timestamptz, note text)',
  )
  const { rows } = await client.query(`select 'large'::regclass::oid::int8::int as oid`)
  const target = { server, ref, oid: rows[0].oid as number }
  const pieces = ['id,name,amount,at,note\n']
  let bytes = 0
  let count = 0
  while (bytes < LARGE_BYTES) {
    const numbers = Array.from({ length: 10_000 }, () => count++)
    const piece = numbers.map((row) => `${rowOf(row, ',')},${NOTE}\n`).join('')
    bytes += piece.length
    pieces.push(piece)
  }
  const file = new Blob(pieces)
  const countRows = async () => Number((await client.query('select count(*) from large')).rows[0].count)
  await importFile(target, file, false, Math.floor(LARGE_BYTES / PART_BYTES / 2))
  const leftRows = await countRows()
  const before = server.residentMegabytes()
  let peak = before
  const tookMs = await timeOf(async () => {
    peak = await importFile(target, file, false)
  })
  if ((await countRows()) !== count) throw new Error('rows are missing')
  return { tookMs, leftRows, addedMegabytes: Math.max(0, peak - before) }
}

interface Target {
  readonly server: BenchServer
  readonly ref: string
  readonly oid: number
}

/** Texts of many rows each: a Blob of a million pieces would take longer than its import. */
function chunked(rows: readonly number[], write: (row: number) => string) {
  const pieces: string[] = []
  for (let from = 0; from < rows.length; from += 10_000)
    pieces.push(
      rows
        .slice(from, from + 10_000)
        .map(write)
        .join(''),
    )
  return pieces
}

/**
 * Imports as the dashboard does, reading one part while another is sent, and cancels after `partsMax` parts. Returns the
 * server's peak memory in megabytes.
 */
async function importFile(
  { server, ref, oid }: Target,
  file: Blob,
  skips: boolean,
  partsMax = Number.POSITIVE_INFINITY,
) {
  const { origin, cookie } = server
  const settings = await detectSettings(file)
  const { names } = await previewFile(file, settings)
  const imports = `/platform/pg-meta/${ref}/imports`
  const started = await server.json('POST', imports, { into: { oid }, columns: names, skip_bad_lines: skips })
  const columns = names.map((name, from) => ({ name, source: { from }, as: 'text' as const }))
  const options = {
    settings,
    names,
    columns,
    hasLineNumbers: started.has_line_numbers,
    partBytes: PART_BYTES,
  }
  let parts = 0
  let peak = 0
  let sending: Promise<unknown> = Promise.resolve()
  for await (const { bytes } of fileParts(file, { ...options, onBad: () => undefined })) {
    await sending
    peak = Math.max(peak, server.residentMegabytes())
    if (parts === partsMax) {
      const cancelled = await server.send('DELETE', `${imports}/${started.id}`)
      if (!cancelled.ok) throw new Error(await cancelled.text())
      return peak
    }
    const url = `${origin}${imports}/${started.id}/parts/${parts}`
    sending = fetch(url, {
      method: 'PUT',
      headers: { cookie, origin, 'content-type': 'application/octet-stream' },
      body: bytes,
    }).then(async (response) => {
      if (!response.ok) throw new Error(await response.text())
      return response.text()
    })
    parts += 1
  }
  await sending
  const response = await server.send('POST', `${imports}/${started.id}/finish`, { parts })
  const last = JSON.parse((await response.text()).trim().split('\n').at(-1)!)
  if (last.result?.outcome !== 'imported') throw new Error(JSON.stringify(last))
  return peak
}

async function exportFile({ server, ref, oid }: Target) {
  const response = await server.send('POST', `/platform/pg-meta/${ref}/entities/${oid}/export`, {
    format: 'csv',
  })
  if (!response.ok) throw new Error(await response.text())
  for await (const _ of response.body!);
}

interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** COPY by the driver, as fast as it sends. */
function copyIn(client: pg.Client, statement: string, pieces: readonly Buffer[]) {
  return new Promise<void>((resolve, reject) => {
    const nothing = () => undefined
    client.query({
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        for (const piece of pieces) connection.sendCopyFromChunk(piece)
        connection.endCopyFrom()
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(),
      handleRowDescription: nothing,
      handleDataRow: nothing,
      handleCommandComplete: nothing,
      handleEmptyQuery: nothing,
    } as never)
  })
}
