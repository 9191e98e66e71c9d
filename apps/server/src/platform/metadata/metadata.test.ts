import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countChanges, metadataOver, openMetadataPool } from './metadata.ts'

let database: ThrowawayDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await createThrowawayDatabase()
  pool = openMetadataPool(database.url)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const pidOf = async (client: pg.PoolClient): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid

test('a connection that dies in a transaction fails only that transaction', async () => {
  const client = await pool.connect()
  await client.query('begin')
  const pid = await pidOf(client)
  await pool.query('select pg_terminate_backend($1)', [pid])
  await waitFor(async () => {
    const { rows } = await pool.query('select from pg_stat_activity where pid = $1', [pid])
    return rows.length === 0
  })
  await expect(client.query('commit')).rejects.toThrow()
  client.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a script that fails inside its own transaction fails no later statement', async () => {
  const metadata = metadataOver(pool)
  const run = (text: string) => metadata.executeQuery<{ one: number }>(CompiledQuery.raw(text))
  await expect(run('begin; select 1 / 0; commit')).rejects.toThrow('division by zero')
  expect((await run('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a statement that fails keeps its connection', async () => {
  const metadata = metadataOver(pool)
  const pid = async () =>
    (await metadata.executeQuery<{ pid: number }>(CompiledQuery.raw('select pg_backend_pid() as pid'))).rows
  const before = await pid()
  await expect(metadata.executeQuery(CompiledQuery.raw('select 1 / 0'))).rejects.toThrow('division by zero')
  expect(await pid()).toEqual(before)
})

test('each statement that may change something is counted once it has ended, and so is each commit', async () => {
  const changes = countChanges()
  const metadata = metadataOver(pool, 60_000, changes.add)
  const countedBy = async (work: () => Promise<unknown>) => {
    const before = changes.count()
    await work()
    return changes.count() - before
  }
  const run = (text: string) => metadata.executeQuery(CompiledQuery.raw(text))
  await run('create schema basalt; create table notes (id int)')
  expect(await countedBy(() => run(' SELECT * from notes'))).toBe(0)
  expect(await countedBy(() => run('insert into notes values (1)'))).toBe(1)
  expect(await countedBy(() => run('with gone as (delete from notes returning id) select * from gone'))).toBe(
    1,
  )
  expect(await countedBy(() => run('insert into missing values (1)').catch(() => undefined))).toBe(1)
  const inTransaction = await countedBy(() =>
    metadata.transaction().execute(async (transaction) => {
      await transaction.executeQuery(CompiledQuery.raw('update notes set id = 2'))
    }),
  )
  // BEGIN, UPDATE and COMMIT.
  expect(inTransaction).toBe(3)
})
