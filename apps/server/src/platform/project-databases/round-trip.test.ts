import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failedAt, PREPARED_MAX, roundTrip } from './round-trip.ts'

let database: ThrowawayDatabase
let pool: pg.Pool
let client: pg.PoolClient
beforeAll(async () => {
  database = await createThrowawayDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
  client = await pool.connect()
  // The database may be dropped before the connection has closed.
  client.on('error', () => undefined)
  await client.query('create table kept (n int primary key)')
})
afterAll(async () => {
  client.release()
  await pool.end()
  await database.drop()
})

const statement = (text: string, ...values: (string | Buffer | null)[]) => ({ text, values })

test('statements share a transaction, and the rows are those of the last one', async () => {
  const rows = await roundTrip(client, [
    statement("select set_config('application_name', $1, true)", 'inside'),
    statement(
      "select current_setting('application_name'), $1::int + 1, null, octet_length($2::bytea)",
      '1',
      Buffer.from([0, 1]),
    ),
  ])
  expect(rows).toEqual([['inside', '2', null, '2']])
  expect(await roundTrip(client, [statement("select current_setting('application_name')")])).not.toEqual([
    ['inside'],
  ])
})

test('a failing statement undoes those before it, and the connection stays usable', async () => {
  const insert = statement('insert into kept values ($1)', '1')
  await expect(roundTrip(client, [insert, statement('select 1 / $1::int', '0')])).rejects.toMatchObject({
    code: '22012',
  })
  await expect(roundTrip(client, [insert, statement('select nonsense')])).rejects.toMatchObject({
    code: '42703',
  })
  await expect(roundTrip(client, [statement('select $1::int', 'x')])).rejects.toMatchObject({ code: '22P02' })
  expect((await client.query('select from kept')).rowCount).toBe(0)
  await roundTrip(client, [insert])
  await expect(roundTrip(client, [insert])).rejects.toMatchObject({ code: '23505' })
  expect(await roundTrip(client, [statement('select n from kept')])).toEqual([['1']])
})

test('the index of the failed statement is known, and undefined for other errors', async () => {
  const fine = statement('select 1')
  const failing = roundTrip(client, [fine, fine, statement('select 1 / $1::int', '0'), fine])
  expect(failedAt(await failing.catch((error: unknown) => error))).toBe(2)
  expect(failedAt(new Error('other'))).toBeUndefined()
  expect(failedAt(undefined)).toBeUndefined()
})

test('a failure at the end of the transaction fails all of it', async () => {
  await client.query('create table late (n int references kept deferrable initially deferred)')
  await expect(roundTrip(client, [statement('insert into late values ($1)', '9')])).rejects.toMatchObject({
    code: '23503',
  })
  expect(await roundTrip(client, [statement('select n from late')])).toEqual([])
})

test('the number of prepared statements is bounded, and evicted ones are prepared again', async () => {
  const texts = Array.from({ length: PREPARED_MAX + 20 }, (_, n) => `select ${n}`)
  for (const text of [...texts, texts[0]!])
    expect(await roundTrip(client, [statement(text)])).toEqual([[text.slice(7)]])
  const { rows } = await client.query(
    "select count(*)::int from pg_prepared_statements where name like 'basalt_trip%'",
  )
  expect(rows[0].count).toBeLessThanOrEqual(PREPARED_MAX)
})
