import type { Socket } from 'node:net'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProtocolClient } from '../project-databases/sql/protocol.ts'
import { CopyIn, UNSENT_BYTES_MAX } from './copy-in.ts'
import { copyOut, HELD_BYTES_MAX } from './copy-out.ts'

/** What Node reads from a socket at once. */
const SOCKET_CHUNK_BYTES = 64 * 1024
/** Small rows, as most tables have. */
const ROWS = 200_000

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let from: pg.Client
let to: pg.Client
beforeAll(async () => {
  database = await createThrowawayDatabase()
  ;[from, to] = [new pg.Client(database.url), new pg.Client(database.url)]
  await Promise.all([from.connect(), to.connect()])
  await from.query(`create table rows (id int, note text);
    insert into rows select i, repeat('x', 50) from generate_series(1, ${ROWS}) i;
    create table copied (like rows)`)
})
afterAll(async () => {
  await Promise.all([from.end(), to.end()])
  await database.drop()
})

const socketOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

test('a consumer that waits stops the reading, within a bound', async () => {
  const gate = Promise.withResolvers<void>()
  const socket = socketOf(from)
  const before = socket.bytesRead
  let received = 0
  let chunks = 0
  const copied = copyOut(from, 'copy rows to stdout', async (chunk) => {
    received += chunk.length
    chunks += 1
    await gate.promise
  })
  await waitFor(() => socket.isPaused())
  // One batch is with the consumer, the others are held; each row has five bytes around it.
  const bound = (received + HELD_BYTES_MAX + 2 * SOCKET_CHUNK_BYTES) * 1.2
  expect(socket.bytesRead - before).toBeLessThan(bound)
  gate.resolve()
  await copied
  const { rows } = await from.query(`select sum(length(id::text) + 52)::int as bytes from rows`)
  expect(received).toBe(rows[0].bytes)
  // Far fewer promises than rows.
  expect(chunks).toBeLessThan(ROWS / 1000)
})

test('rows longer than what is held arrive whole and in order', async () => {
  const parts: string[] = []
  await copyOut(
    from,
    `copy (select repeat(c, n) from (values ('a', 10), ('b', 1000000), ('c', 200000), ('d', 1)) as v (c, n)) to stdout`,
    async (chunk) => {
      parts.push(chunk.toString())
    },
  )
  expect(parts.join('')).toBe(`${'a'.repeat(10)}\n${'b'.repeat(1_000_000)}\n${'c'.repeat(200_000)}\nd\n`)
})

test('an error of the consumer, and one of the server, end the copy and leave the connection usable', async () => {
  await expect(
    copyOut(from, 'copy rows to stdout', () => Promise.reject(new Error('The disk is full'))),
  ).rejects.toThrow('The disk is full')
  await expect(
    copyOut(from, 'copy (select 1 / (id - 100000) from rows) to stdout', async () => undefined),
  ).rejects.toThrow('division by zero')
  expect((await from.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a server that does not read stops the writing, within a bound', async () => {
  const holder = new pg.Client(database.url)
  await holder.connect()
  await holder.query(`
    create function hold() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock_shared(7); return new; end';
    create trigger hold before insert on copied for each row execute function hold();
    select pg_advisory_lock(7)`)
  const into = new CopyIn(to as unknown as ProtocolClient, 'copy copied from stdin')
  to.query(into as never)
  await into.ready
  const socket = socketOf(to)
  let largest = 0
  const copied = copyOut(from, 'copy rows to stdout', async (chunk) => {
    const written = into.write(chunk)
    largest = Math.max(largest, socket.writableLength)
    await written
  })
  await waitFor(() => socket.writableLength >= UNSENT_BYTES_MAX && socketOf(from).isPaused())
  await holder.query('select pg_advisory_unlock(7)')
  await holder.end()
  await copied
  expect(await into.end()).toBe(ROWS)
  expect(largest).toBeLessThan(UNSENT_BYTES_MAX + HELD_BYTES_MAX)
})
