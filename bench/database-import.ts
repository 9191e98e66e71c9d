import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
const TABLES = 4
const MEGABYTES = 1024
/** In each table. */
const ROWS_PER_MEGABYTE = 2_246
const POLL_MS = 50

/**
 * The import of a database from one server into another, against COPY of the same tables between the two. `only` is its
 * size in megabytes, 1024 by default.
 */
export async function benchDatabaseImport(only = '') {
  const rowCount = Math.round((Number(only) || MEGABYTES) * ROWS_PER_MEGABYTE)
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const slug = await makeOrganization(server)
  const from = await projectWith(server, slug)
  const to = await projectWith(server, slug)
  const names = Array.from({ length: TABLES }, (_, index) => `table_${index}`)
  await from.client.query('create schema shop')
  for (const name of names)
    await from.client.query(
      `create table shop.${name} as select i as id, md5(i::text) || md5((i * 7)::text) as text, i * 1.5 as amount,
         timestamptz '2026-01-01' + i * interval '1 s' as at from generate_series(1, ${rowCount}) i`,
    )
  await from.client.query('analyze')
  const { rows } = await from.client.query(
    `select sum(pg_table_size(oid))::float8 / 1024 / 1024 as megabytes from pg_class where relnamespace = 'shop'::regnamespace and relkind = 'r'`,
  )

  await to.client.query('create schema copied')
  const copied = await timeOf(async () => {
    for (const name of names) {
      await to.client.query(`create table copied.${name} (id int, text text, amount numeric, at timestamptz)`)
      await pipeCopy(from.client, `copy shop.${name} to stdout`, to.client, `copy copied.${name} from stdin`)
    }
  })
  await to.client.query('drop schema copied cascade; checkpoint')
  const before = server.residentMegabytes()
  let peak = before
  const imported = await timeOf(async () => {
    await server.json('POST', `/platform/database/${to.ref}/imports`, {
      connection_string: from.url,
      schemas: ['shop'],
    })
    for (;;) {
      const [latest] = await server.json('GET', `/platform/database/${to.ref}/imports`)
      peak = Math.max(peak, server.residentMegabytes())
      if (latest.status === 'succeeded') return
      if (latest.status !== 'running') throw new Error(latest.error)
      await sleep(POLL_MS)
    }
  })
  report({
    bench: `a database of ${Math.round(rows[0].megabytes)} MB imported`,
    unit: 'ms',
    value: imported,
    yardstick: { what: 'COPY of its tables between the same servers, through pg', value: copied },
    target: '≤ 1.5×',
  })
  report({
    bench: 'memory that an import adds to the server at its peak',
    unit: 'MB',
    value: peak - before,
    target: '≤ 250 MB',
  })
  await from.client.end()
  await to.client.end()
  await server.stop()
  removeDataDir(dataDir)
}

async function projectWith(server: BenchServer, slug: string) {
  const ref = await makeProject(server, slug, PASSWORD)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, user, database, password: PASSWORD })
  await client.connect()
  await client.query('set statement_timeout = 0')
  return { ref, client, url: `postgresql://${user}:${PASSWORD}@${host}:${port}/${database}` }
}

/** What of the driver a COPY between two connections uses. */
interface Connection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  stream: NodeJS.ReadableStream & NodeJS.WritableStream & { writableNeedDrain: boolean }
}

/** Passes rows from one connection to another, no faster than they are taken. */
async function pipeCopy(from: pg.Client, read: string, to: pg.Client, write: string) {
  const nothing = () => undefined
  const handlers = {
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handleCommandComplete: nothing,
    handleEmptyQuery: nothing,
  }
  await new Promise<void>((resolve, reject) => {
    let target: Connection
    to.query({
      ...handlers,
      submit(connection: Connection) {
        target = connection
        connection.query(write)
      },
      handleCopyInResponse() {
        let source: Connection
        from.query({
          ...handlers,
          submit(connection: Connection) {
            source = connection
            connection.query(read)
          },
          handleCopyData({ chunk }: { chunk: Buffer }) {
            target.sendCopyFromChunk(Buffer.from(chunk))
            if (!target.stream.writableNeedDrain || source.stream.isPaused()) return
            source.stream.pause()
            target.stream.once('drain', () => source.stream.resume())
          },
          handleError: reject,
          handleReadyForQuery: () => target.endCopyFrom(),
        } as never)
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as never)
  })
}
