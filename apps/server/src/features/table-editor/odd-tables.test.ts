import type { GridEdit } from '@basalt/contract/table-editor/grid.schema.ts'
import {
  countRows,
  describeEntity,
  listRows,
  saveEdits,
} from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi("alter role postgres set timezone = 'Asia/Kathmandu'")
})
afterAll(() => project[Symbol.asyncDispose]())

const sql = (text: string) => project.sql(text)
const addressOf = async (name: string) => ({
  ref: project.ref,
  oid: (await sql(`select '${name}'::regclass::oid::int8::text as oid`))[0]!.oid as string,
})
type Address = Awaited<ReturnType<typeof addressOf>>
const rows = async (params: Address, query: object = {}) =>
  (await project.owner.call(listRows, { params, query: { limit: 100, ...query } })).body
const save = async (params: Address, edits: GridEdit[]) =>
  (await project.owner.call(saveEdits, { params, body: { edits } })).body.results

test('a table without columns has rows that are counted, and cannot be changed', async () => {
  await sql('create table hollow (); insert into hollow default values; insert into hollow default values')
  const params = await addressOf('hollow')
  const { body } = await project.owner.call(describeEntity, { params, query: {} })
  expect(body).toMatchObject({ columns: [], identity: { kind: expect.any(String) } })
  expect((await rows(params)).rows).toHaveLength(2)
  expect((await project.owner.call(countRows, { params, query: { exact: true } })).body.count).toBe(2)
})

test('a table of 1,600 columns is read, sorted by its last one and changed', async () => {
  const names = Array.from({ length: 1600 }, (_, index) => `c${index}`)
  await sql(`create table wide (${names.map((name, index) => `${name} int2${index === 0 ? ' primary key' : ''}`)});
    insert into wide (c0, c1599) values (1, 20), (2, 10)`)
  const params = await addressOf('wide')
  const { rows: found } = await rows(params, { sort: ['c1599:asc'] })
  expect(found.map(({ cells }) => [cells.length, cells[0], cells[1599]])).toEqual([
    [1600, '2', '10'],
    [1600, '1', '20'],
  ])
  const set = Object.fromEntries(names.slice(1).map((name) => [name, '7']))
  const old = Object.fromEntries(names.slice(1).map((name) => [name, name === 'c1599' ? '10' : null]))
  expect(await save(params, [{ kind: 'update', row: ['2'], old, set }])).toMatchObject([{ outcome: 'saved' }])
  expect(await sql('select c1, c1599 from wide where c0 = 2')).toEqual([{ c1: 7, c1599: 7 }])
})

test('moments are displayed in the zone of the session, as exactly as they are stored, and are changed and found by that text', async () => {
  await sql(`create table moments (id int primary key, at timestamptz);
    insert into moments values (1, '2026-02-03 04:05:06.123456Z'), (2, 'infinity'), (3, '0044-03-15 12:00:00Z BC')`)
  const params = await addressOf('moments')
  const { rows: found } = await rows(params)
  const displayed = '2026-02-03 09:50:06.123456+05:45'
  expect(found.map(({ cells }) => cells[1])).toEqual([displayed, 'infinity', expect.stringMatching(/ BC$/)])
  const next = displayed.replace('456+', '457+')
  expect(
    await save(params, [{ kind: 'update', row: ['1'], old: { at: displayed }, set: { at: next } }]),
  ).toMatchObject([{ outcome: 'saved', after: { at: next } }])
  expect(await sql(`select (at at time zone 'UTC')::text as at from moments where id = 1`)).toEqual([
    { at: '2026-02-03 04:05:06.123457' },
  ])
  expect((await rows(params, { filter: [`at:eq:${next}`] })).rows).toHaveLength(1)
})

test('a view whose rule writes elsewhere is not changed row by row', async () => {
  await sql(`create table ruled_base (id int primary key, v text); insert into ruled_base values (1, 'a');
    create view ruled as select * from ruled_base;
    create rule elsewhere as on update to ruled do instead update ruled_base set v = new.v || '!' where id = old.id`)
  const params = await addressOf('ruled')
  const { body } = await project.owner.call(describeEntity, { params, query: {} })
  expect(body.update).toEqual(expect.any(String))
  expect(
    await save(params, [{ kind: 'update', row: ['1'], old: { v: 'a' }, set: { v: 'b' } }]),
  ).toMatchObject([{ outcome: 'refused', reason: expect.any(String) }])
  expect(await sql('select v from ruled_base')).toEqual([{ v: 'a' }])
})

test('a table that gains, loses and renames columns while it is open is read as it is now', async () => {
  await sql(`create table moving (id int primary key, kept text, gone text);
    insert into moving select n, 'k' || n, 'g' || n from generate_series(1, 3) n`)
  const params = await addressOf('moving')
  const first = await rows(params, { limit: 1, sort: ['gone:desc'] })
  await sql(`alter table moving drop gone; alter table moving rename kept to renamed;
    alter table moving add added int default 5`)
  const after = await project.owner.call(listRows, {
    params,
    query: { limit: 10, sort: ['gone:desc'], at: 'after', cursor: first.end! },
  })
  // The cursor is of an order that no longer exists: words, and not rows of another place.
  expect(after.status).toBe(400)
  const { left_out: leftOut, rows: found } = await rows(params, { sort: ['gone:desc'] })
  expect(leftOut).toEqual([{ text: 'gone:desc', message: 'There is no column gone.' }])
  expect(found.map(({ cells }) => cells)).toEqual([
    ['1', 'k1', '5'],
    ['2', 'k2', '5'],
    ['3', 'k3', '5'],
  ])
})
