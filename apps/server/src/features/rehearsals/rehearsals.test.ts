import { randomUUID } from 'node:crypto'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import {
  cancelRehearsal,
  getRehearsal,
  readRehearsalRoom,
  startRehearsal,
} from '@basalt/contract/rehearsals/rehearsals.endpoints.ts'
import {
  REHEARSAL_RESERVE_BYTES,
  REHEARSED_STATEMENTS_MAX,
} from '@basalt/contract/rehearsals/rehearsals.rules.ts'
import type { CopyRehearsal } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../test/people.ts'
import { copyIdOf } from './rehearsal-copies.ts'

const SCHEMA = `
  create table orders (id int8 primary key, note text);
  insert into orders select n, repeat('x', 100) from generate_series(1, 20000) n;
  analyze orders;
  create table items (id int8 primary key, order_id int8);
  insert into items values (1, 1);
  create table deferred (id int8 primary key deferrable initially deferred);
  insert into deferred values (1)`

let project: DataApiFixture
let reader: Person
/** What the disk has free, as the engine reports it; undefined for the truth. */
let freeBytes: number | undefined
beforeAll(async () => {
  project = await openDataApi(SCHEMA, {
    wrapEngine: (engine) =>
      new Proxy(engine, {
        get(target, name) {
          const member = Reflect.get(target, name)
          if (name === 'disk' && freeBytes !== undefined)
            return async () => ({ totalBytes: freeBytes, freeBytes })
          return typeof member === 'function' ? member.bind(target) : member
        },
      }),
  })
  const [organization] = (await project.owner.call(listOrganizations)).body
  reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
})
afterAll(() => project[Symbol.asyncDispose]())

const params = () => ({ ref: project.ref })
const place = (id: string) => ({ params: { ...params(), id } })
const start = (sql: string, person = project.owner) =>
  person.call(startRehearsal, { params: params(), body: { sql } })
const stateOf = async (id: string) => (await project.owner.call(getRehearsal, place(id))).body
const hasEnded = ({ phase }: CopyRehearsal) => ['done', 'failed', 'cancelled'].includes(phase)
const hasCopy = () => project.engine.exists(copyIdOf(project.ref))

/** Rehearses to the end, after which there is no copy. */
async function rehearse(sql: string): Promise<CopyRehearsal> {
  const { status, body } = await start(sql)
  expect([status, body]).toMatchObject([201, { phase: 'waiting' }])
  await waitFor(async () => hasEnded(await stateOf(body.id)))
  expect(await hasCopy()).toBe(false)
  return stateOf(body.id)
}

test('a rehearsal on a copy reports what each statement took, locked, rewrote and wrote', async () => {
  const before = await project.sql('select pg_relation_filenode($1) as file', ['orders'])
  const { phase, report, statements, ran } = await rehearse(`
    create table fresh as select n from generate_series(1, 5) n;
    alter table orders alter id type numeric;
    update items set order_id = 2;
    alter table orders add flag bool;
    drop table items;
    create extension hstore`)
  expect([phase, statements, ran]).toEqual(['done', 6, 6])
  const [created, rewritten, updated, added, dropped, extended] = report!.statements
  expect(created).toMatchObject({
    rows: 5,
    locks: [],
    tables: [{ schema: 'public', name: 'fresh', is_rewritten: false, bytes_before: null }],
  })
  expect(rewritten).toMatchObject({
    sql: 'alter table orders alter id type numeric',
    rows: null,
    locks: [{ schema: 'public', name: 'orders', mode: 'AccessExclusiveLock' }],
    tables: [{ schema: 'public', name: 'orders', is_rewritten: true, rows_estimated: 20_000 }],
  })
  const [table] = rewritten!.tables
  expect(table!.bytes_before).toBeGreaterThan(20_000 * 100)
  expect(table!.bytes_after).toBeGreaterThan(20_000 * 100)
  // The new table is in the log, because replicas need it.
  expect(rewritten!.wal_bytes).toBeGreaterThan(20_000 * 100)
  expect(updated).toMatchObject({ rows: 1, locks: [] })
  expect(added).toMatchObject({ locks: [], tables: [] })
  expect(dropped).toMatchObject({
    locks: [{ name: 'items', mode: 'AccessExclusiveLock' }],
    tables: [{ name: 'items', bytes_after: null }],
  })
  expect(extended!.sql).toBe('create extension hstore')
  // A lock is held until the end of the transaction.
  const [lock] = rewritten!.locks
  const rest = report!.statements.slice(1).reduce((sum, { duration_ms }) => sum + duration_ms, 0)
  expect(lock!.held_ms).toBeCloseTo(rest, 3)
  expect(report!.duration_ms).toBeCloseTo(rest + created!.duration_ms, 3)
  expect(report!.database_bytes_after - report!.database_bytes_before).toBeGreaterThan(20_000 * 100)

  expect(await project.sql('select pg_relation_filenode($1) as file', ['orders'])).toEqual(before)
  expect(await project.sql('select order_id from items')).toEqual([{ order_id: '1' }])
  expect(await project.sql(`select from pg_extension where extname = 'hstore'`)).toEqual([])
})

test('the statement that PostgreSQL refuses is named, also when its end refuses', async () => {
  const refused = await rehearse(
    'alter table orders add flag bool; select 1 / (id - 1) from orders; select 3',
  )
  expect(refused).toMatchObject({
    phase: 'done',
    ran: 1,
    report: {
      statements: [{ sql: 'alter table orders add flag bool' }],
      failure: { statement: 1, message: 'division by zero', sqlstate: '22012' },
    },
  })
  const late = await rehearse('insert into deferred values (1)')
  expect(late.report).toMatchObject({
    statements: [{ rows: 1 }],
    failure: { statement: 1, sql: 'commit', sqlstate: '23505' },
  })
})

test('a cancelled rehearsal leaves no copy, and only one runs in a project', async () => {
  const { body } = await start('select 1; select pg_sleep(600)')
  await waitFor(async () => (await stateOf(body.id)).ran === 1)
  expect(await hasCopy()).toBe(true)
  const second = await start('select 1')
  expect([second.status, second.body]).toMatchObject([409, { code: 'conflict' }])
  const cancelled = await project.owner.call(cancelRehearsal, place(body.id))
  expect([cancelled.status, cancelled.body]).toMatchObject([200, { phase: 'cancelled', report: null }])
  expect(await hasCopy()).toBe(false)
})

test('a copy that does not fit is refused with the numbers, and one that fills the disk is ended', async () => {
  const room = async () => (await project.owner.call(readRehearsalRoom, { params: params() })).body
  expect(await room()).toMatchObject({ fits: true })
  const { body } = await start('select 1; select pg_sleep(600)')
  await waitFor(async () => (await stateOf(body.id)).ran === 1)
  try {
    freeBytes = REHEARSAL_RESERVE_BYTES / 4
    expect(await room()).toMatchObject({ fits: false, free_bytes: freeBytes })
    await waitFor(async () => hasEnded(await stateOf(body.id)))
    expect(await stateOf(body.id)).toMatchObject({
      phase: 'failed',
      error: expect.stringContaining('the disk was nearly full'),
    })
    expect(await rehearse('select 1')).toMatchObject({
      phase: 'failed',
      error: expect.stringMatching(
        /^A copy of this database needs [\d,]+ MB, and the disk has 135 MB free\./,
      ),
    })
  } finally {
    freeBytes = undefined
  }
})

test.each([
  ['selec 1', 'syntax error'],
  ['begin; select 1', 'Leave out BEGIN'],
  ['vacuum', 'VACUUM cannot run in a transaction'],
  ['', 'Enter the SQL'],
  ['select 1;'.repeat(REHEARSED_STATEMENTS_MAX + 1), 'At most 1000 statements'],
])('the SQL %.20j is refused, and nothing is copied', async (sql, message) => {
  const { status, body } = await start(sql)
  expect([status, body]).toMatchObject([400, { code: 'validation_failed' }])
  expect(JSON.stringify(body)).toContain(message)
  expect(await hasCopy()).toBe(false)
})

test('members who may only read rehearse nothing, and rehearsals of nobody are not found', async () => {
  expect((await start('select 1', reader)).status).toBe(403)
  expect((await reader.call(readRehearsalRoom, { params: params() })).status).toBe(403)
  expect((await project.owner.call(getRehearsal, place(randomUUID()))).status).toBe(404)
  expect((await project.owner.call(cancelRehearsal, place(randomUUID()))).status).toBe(404)
})

test('what a killed server left is removed by the next start', async () => {
  const id = copyIdOf(project.ref)
  await project.engine.create(id, { superuserPassword: 'left-over-password' })
  project.startFeatures(Promise.resolve())
  await waitFor(async () => !(await project.engine.exists(id)))
})
