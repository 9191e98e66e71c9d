import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseSocket } from '../../../platform/project-databases/sql/database-socket.ts'
import type { ProtocolClient } from '../../../platform/project-databases/sql/protocol.ts'
import { PackedRows } from './packed-rows.ts'

/** Rows that wait: a mebibyte, and what one read of the socket adds. */
const WAITING_BYTES_MAX = 1024 * 1024 + 64 * 1024

test('rows that nobody reads wait in the database, and not here', async () => {
  const database = await createThrowawayDatabase()
  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url, stream: () => new DatabaseSocket() })
    await client.connect()
    return client as unknown as ProtocolClient
  }
  const [client, watcher] = [await connect(), await connect()]
  const count = 100_000
  const rows = new PackedRows(client, {
    text: `select repeat('x', 1000) from generate_series(1, $1::int)`,
    values: [String(count)],
  })
  client.query(rows as never)
  await rows.begun
  await waitFor(async () => {
    const { rows: blocked } = await watcher.query(
      `select from pg_stat_activity where pid = ${client.processID} and wait_event = 'ClientWrite'`,
    )
    return blocked.length === 1
  })
  let bytes = 0
  for (let block = await rows.next(); block; block = await rows.next()) {
    bytes += block.messages.length
    block.release()
  }
  await rows.settled
  expect(bytes).toBeGreaterThan(count * 1000)
  expect(rows.waitingBytesPeak).toBeLessThanOrEqual(WAITING_BYTES_MAX)
  const { rows: usable } = await client.query('select 1 as one')
  expect(usable).toEqual([{ one: 1 }])
  for (const each of [client, watcher]) await (each as unknown as pg.Client).end()
  await database.drop()
})
