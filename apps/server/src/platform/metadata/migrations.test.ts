import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { type Migration, migrate, migrationScripts } from './migrations.ts'

let database: ThrowawayDatabase
let clients: pg.Client[]
beforeEach(async () => {
  database = await createThrowawayDatabase()
  clients = []
})
afterEach(async () => {
  for (const client of clients) await client.end()
  await database.drop()
})

async function connect() {
  const client = new pg.Client(database.url)
  await client.connect()
  clients.push(client)
  return client
}

const makeTable: Migration = { version: 1, name: 'init', sql: 'create table things (id int)' }
const fillTable: Migration = { version: 2, name: 'fill', sql: 'insert into things values (1)' }
const broken: Migration = { version: 3, name: 'broken', sql: 'insert into things values (2); select 1 / 0' }

const state = async (client: pg.Client) => {
  const { rows: versions } = await client.query('select version, name from s.migrations order by version')
  const { rows: things } = await client.query('select id from s.things order by id')
  return {
    versions: versions.map(({ version, name }) => `${version} ${name}`),
    things: things.map(({ id }) => id),
  }
}

test('each migration is applied once, in order, into its schema', async () => {
  const client = await connect()
  await migrate(client, 's', [makeTable])
  await migrate(client, 's', [makeTable, fillTable])
  await migrate(client, 's', [makeTable, fillTable])
  expect(await state(client)).toEqual({ versions: ['1 init', '2 fill'], things: [1] })
})

test('programs that start at the same time migrate once', async () => {
  const several = await Promise.all([connect(), connect(), connect()])
  await Promise.all(several.map((client) => migrate(client, 's', [makeTable, fillTable])))
  expect(await state(several[0]!)).toEqual({ versions: ['1 init', '2 fill'], things: [1] })
})

test('a failed migration leaves nothing behind and releases the lock', async () => {
  const [client, other] = [await connect(), await connect()]
  await expect(migrate(client, 's', [makeTable, fillTable, broken])).rejects.toThrow('division by zero')
  expect(await state(client)).toEqual({ versions: ['1 init', '2 fill'], things: [1] })
  await migrate(other, 's', [makeTable, fillTable])
})

test('a database newer than the program is left alone, and the error says what to start', async () => {
  const client = await connect()
  await migrate(client, 's', [makeTable, fillTable])
  const refusal = await migrate(client, 's', [makeTable]).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect((refusal as Error).message).toContain('is at version 2, but this program knows versions up to 1')
})

const refusalOf = async (client: pg.Client, migrations: Migration[]) => {
  const refusal = await migrate(client, 's', migrations).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartError)
  return (refusal as Error).message
}

test('a different migration with the same number is refused, naming both, and the database stays unchanged', async () => {
  const client = await connect()
  await migrate(client, 's', [makeTable, fillTable])
  const other: Migration = { ...fillTable, name: 'empty', sql: 'truncate things' }
  const next: Migration = { version: 3, name: 'next', sql: 'insert into things values (3)' }
  for (const migrations of [
    [makeTable, other],
    [makeTable, other, next],
  ])
    expect(await refusalOf(client, migrations)).toContain(
      'its migration 2 is "fill", and this program\'s is "empty"',
    )
  expect(await state(client)).toEqual({ versions: ['1 init', '2 fill'], things: [1] })
})

test('a migration of the same name with different text is refused; line endings do not count', async () => {
  const client = await connect()
  const long: Migration = { ...fillTable, sql: 'insert into things\nvalues (1)' }
  await migrate(client, 's', [makeTable, long])
  await migrate(client, 's', [makeTable, { ...long, sql: 'insert into things\r\nvalues (1)' }])
  expect(await refusalOf(client, [makeTable, fillTable])).toContain('migration 2 ("fill") is not the one')
})

test('a database that lacks a migration in the middle is refused', async () => {
  const client = await connect()
  await migrate(client, 's', [makeTable, fillTable])
  await client.query('delete from s.migrations where version = 1')
  expect(await refusalOf(client, [makeTable, fillTable])).toContain('lacks migration 1 ("init")')
})

test('a database from before hashes were stored is checked by name, then by hash', async () => {
  const client = await connect()
  await migrate(client, 's', [makeTable, fillTable])
  await client.query('alter table s.migrations drop column hash')
  const other: Migration = { ...fillTable, name: 'empty' }
  expect(await refusalOf(client, [makeTable, other])).toContain('its migration 2 is "fill"')
  const next: Migration = { version: 3, name: 'next', sql: 'insert into things values (3)' }
  await migrate(client, 's', [makeTable, fillTable, next])
  expect(await state(client)).toEqual({ versions: ['1 init', '2 fill', '3 next'], things: [1, 3] })
  const { rows } = await client.query('select from s.migrations where hash is null')
  expect(rows).toEqual([])
  expect(await refusalOf(client, [makeTable, { ...fillTable, sql: 'select 1' }, next])).toContain(
    'migration 2',
  )
})

test('the exported scripts lead to the same state', async () => {
  const client = await connect()
  for (const script of migrationScripts('s', [makeTable, fillTable])) await client.query(script)
  await migrate(client, 's', [makeTable, fillTable])
  expect(await state(client)).toEqual({ versions: ['1 init', '2 fill'], things: [1] })
})
