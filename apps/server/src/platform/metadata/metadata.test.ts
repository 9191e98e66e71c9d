import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { metadataOver, openMetadataPool } from './metadata.ts'

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
