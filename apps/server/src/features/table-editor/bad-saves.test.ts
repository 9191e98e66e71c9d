import type { GridEdit, GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import { describeEntity, saveEdits } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi('')
})
afterAll(() => project[Symbol.asyncDispose]())

const sql = (text: string) => project.sql(text)
/** The address of a table, which stays while it is renamed. */
const addressOf = async (name: string) => ({
  ref: project.ref,
  oid: (await sql(`select '${name}'::regclass::oid::int8::text as oid`))[0]!.oid as string,
})
type Address = Awaited<ReturnType<typeof addressOf>>
async function save(params: Address, edits: GridEdit[], acting: object = {}) {
  const reply = await project.owner.call(saveEdits, { params, body: { edits, ...acting } })
  return reply as { status: number; body: { results: GridEditResult[]; message: string } }
}
const update = (
  id: string,
  old: Record<string, string | null>,
  set: Record<string, string | null>,
): GridEdit => ({
  kind: 'update',
  row: [id],
  old,
  set,
})

test('a deadlock ends the save in words, and the other transaction goes on', async () => {
  await sql(`create table crossing (id int primary key, v int); insert into crossing values (1, 0), (2, 0)`)
  const params = await addressOf('crossing')
  /** Whether the save was the one that PostgreSQL chose to end: the first to have waited for a second. */
  const isSaveEnded = async () => {
    await sql('update crossing set v = 0')
    const other = await project.connect()
    await other.query('begin; update crossing set v = 9 where id = 2')
    const saving = save(params, [update('1', { v: '0' }, { v: '1' }), update('2', { v: '0' }, { v: '1' })])
    await waitFor(async () => {
      const [{ waiting }] = await sql(`select count(*)::int4 as waiting from pg_locks where not granted`)
      return waiting > 0
    })
    const isOtherEnded = other.query('update crossing set v = 9 where id = 1').then(
      () => false,
      () => true,
    )
    const { status, body } = await saving
    if (await isOtherEnded) {
      await other.end()
      return false
    }
    await other.query('commit')
    await other.end()
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'sql_failed',
        sqlstate: '40P01',
        message: expect.stringContaining('Nothing was saved. Try again.'),
      },
    ])
    return true
  }
  await waitFor(isSaveEnded)
  expect(await sql('select * from crossing order by id')).toEqual([
    { id: 1, v: 9 },
    { id: 2, v: 9 },
  ])
})

test('a table that was renamed while it was open is saved all the same', async () => {
  await sql(
    `create table before_rename (id int primary key, v text); insert into before_rename values (1, 'a')`,
  )
  const params = await addressOf('before_rename')
  await sql(
    'alter table before_rename rename to "After ""rename"""; create schema moved; alter table "After ""rename""" set schema moved',
  )
  expect((await save(params, [update('1', { v: 'a' }, { v: 'b' })])).body.results).toMatchObject([
    { outcome: 'saved' },
  ])
  expect(await sql('select v from moved."After ""rename"""')).toEqual([{ v: 'b' }])
})

test.each<[what: string, change: string, outcome: string, reason: string | undefined]>([
  ['renamed', 'alter table $t rename v to w', 'refused', 'The column v is gone: it was dropped or renamed.'],
  ['dropped', 'alter table $t drop v', 'refused', 'The column v is gone: it was dropped or renamed.'],
  ['made narrower', `alter table $t alter v type varchar(3)`, 'refused', 'value too long for type character varying(3)'],
  ['made generated', `alter table $t drop v; alter table $t add v text generated always as ('x') stored`, 'refused', 'generated from other columns'],
  ['restricted', `alter table $t add check (length(v) < 3)`, 'refused', 'violates check constraint'],
  ['joined by a new column', `alter table $t add w int default 7`, 'saved', undefined],
  ['rewritten by a trigger', `create function $t_f() returns trigger language plpgsql as 'begin new.v = upper(new.v); return new; end'; create trigger t before update on $t for each row execute function $t_f()`, 'saved', undefined],
  ['refused by a trigger', `create function $t_f() returns trigger language plpgsql as 'begin raise exception ''Not on Sundays''; end'; create trigger t before update on $t for each row execute function $t_f()`, 'refused', 'Not on Sundays'],
])('a column that was %s while its change was staged', async (what, change, outcome, reason) => {
  const name = `altered_${what.replaceAll(' ', '_')}`
  await sql(`create table ${name} (id int primary key, v text); insert into ${name} values (1, 'ab'), (2, 'cd')`)
  const params = await addressOf(name)
  await sql(change.replaceAll('$t', name))
  const { results } = (await save(params, [update('1', { v: 'ab' }, { v: 'abcd' })])).body
  expect(results).toMatchObject([{ outcome, ...(reason !== undefined && { reason: expect.stringContaining(reason) }) }])
  if (outcome === 'refused') expect((await sql(`select count(*)::int4 as kept from ${name} where id = 1`))[0]).toEqual({ kept: 1 })
}) // biome-ignore format: a table

test('a table that lost its key while it was open is not changed by a key that it no longer has', async () => {
  await sql(`create table loses_key (id int primary key, v text); insert into loses_key values (1, 'a')`)
  const params = await addressOf('loses_key')
  await sql('alter table loses_key drop constraint loses_key_pkey; insert into loses_key values (1, $$a$$)')
  expect((await save(params, [update('1', { v: 'a' }, { v: 'b' })])).body.results).toMatchObject([
    { outcome: 'refused', reason: 'The edit does not say which row it changes.' },
  ])
  expect(await sql('select v from loses_key')).toEqual([{ v: 'a' }, { v: 'a' }])
})

test('a row that a policy hides after the write is refused, and stays as it was', async () => {
  await sql(`create table owned_notes (id int primary key, owner text);
    alter table owned_notes enable row level security;
    create policy own on owned_notes to authenticated using (owner = auth.jwt() ->> 'name');
    grant select, update on owned_notes to authenticated; insert into owned_notes values (1, 'ann')`)
  const acting = { role: 'authenticated', claims: { role: 'authenticated', name: 'ann' } }
  const { results } = (
    await save(await addressOf('owned_notes'), [update('1', { owner: 'ann' }, { owner: 'bob' })], acting)
  ).body
  expect(results).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('row-level security') },
  ])
  expect(await sql('select owner from owned_notes')).toEqual([{ owner: 'ann' }])
})

test('five megabytes are saved in one cell, and names that need quotes are no obstacle', async () => {
  const column = `${'é'.repeat(29)}"."x`
  await sql(`create table "a ""b"".c 😀" (id int primary key, "${column.replaceAll('"', '""')}" text)`)
  const params = await addressOf('"a ""b"".c 😀"')
  const text = '0123456789'.repeat(524_288)
  const { results } = (await save(params, [{ kind: 'insert', set: { id: '1', [column]: text } }])).body
  expect(results).toMatchObject([{ outcome: 'saved', row: ['1'], is_undoable: false }])
  expect(
    await sql(`select octet_length("${column.replaceAll('"', '""')}") as bytes from "a ""b"".c 😀"`),
  ).toEqual([{ bytes: 5_242_880 }])
})

test('arrays and every part of a foreign key are described', async () => {
  await sql(`create type described_mood as enum ('a', 'b'); create domain described_moods as described_mood[];
    create table described_to (a int, b int, primary key (a, b));
    create table described (id int primary key references described, a int, b int, m described_moods, n int[][],
      foreign key (a, b) references described_to)`)
  const { body } = await project.owner.call(describeEntity, {
    params: await addressOf('described'),
    query: {},
  })
  const [id, a, b, m, n] = body.columns
  expect([id, a, b].map((column) => column?.foreign_key?.columns)).toEqual([['id'], ['a', 'b'], ['a', 'b']])
  expect(m?.array_of).toEqual({ format: 'public.described_mood', enum: ['a', 'b'] })
  expect(n?.array_of).toEqual({ format: 'int4', enum: null })
})
