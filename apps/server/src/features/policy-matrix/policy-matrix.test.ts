import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import {
  getPolicyExpectations,
  runPolicyMatrix,
  savePolicyExpectations,
} from '@basalt/contract/policy-matrix/policy-matrix.endpoints.ts'
import type { MatrixActor, PolicyMatrix } from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember } from '../../test/people.ts'
import { copyIdOf } from '../rehearsals/rehearsal-copies.ts'

const ANN = 'b7c1f8de-52ad-4b3c-9d0f-1b5b6a3f9d55'
const BEN = '0e8f5a61-7f53-4c46-8a53-0d6a4a1a7a11'

const SCHEMA = `
  create table notes (id int generated always as identity primary key, owner_id uuid, body text,
    size int generated always as (length(body)) stored);
  insert into notes (owner_id, body) select case when n <= 3 then '${ANN}' else '${BEN}' end::uuid, 'n' || n
    from generate_series(1, 8) n;
  alter table notes enable row level security;
  create policy own on notes to authenticated using (auth.uid() = owner_id);
  grant all on notes to anon, authenticated;

  create table open_to_all (id int primary key references notes);
  insert into open_to_all values (1), (2);
  revoke all on open_to_all from anon, authenticated;
  grant select, delete on open_to_all to anon;

  create table "No ""rows"" 🐘" (id int);
  alter table "No ""rows"" 🐘" enable row level security;
  grant all on "No ""rows"" 🐘" to anon;

  create table guarded (id int primary key, note text);
  insert into guarded values (1, 'a');
  grant all on guarded to anon;
  create function refuse() returns trigger language plpgsql as $$ begin raise 'not on my watch'; end $$;
  create trigger refuse before update on guarded for each row execute function refuse();

  create table parts (id int, at date) partition by list (id);
  create table parts_1 partition of parts for values in (1);
  create table parts_2 partition of parts default;
  insert into parts select n % 2, '2026-01-01' from generate_series(1, 10) n;
  revoke all on parts from anon;
  grant select, insert on parts to anon`

const actors: readonly MatrixActor[] = [
  { name: 'anon', role: 'anon' },
  { name: 'Ann', role: 'authenticated', claims: { role: 'authenticated', sub: ANN } },
]

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi(SCHEMA)
})
afterAll(() => project[Symbol.asyncDispose]())

const params = () => ({ ref: project.ref })
const oidOf = async (name: string) =>
  Number((await project.sql('select $1::regclass::oid::int8::text as oid', [name]))[0]!.oid)

async function matrixOf(names: readonly string[], of = actors) {
  const tables = await Promise.all(names.map(oidOf))
  const { status, body } = await project.owner.call(runPolicyMatrix, {
    params: params(),
    body: { actors: [...of], tables },
  })
  expect([status, body]).toMatchObject([200, {}])
  return body
}

/** The outcomes of an actor: read, insert, update, delete. */
const outcomes = ({ cells }: PolicyMatrix, actor: string, table: string) =>
  cells
    .filter((cell) => cell.actor === actor && cell.table === table)
    .map(({ outcome, rows, of }) =>
      ['all', 'some', 'none'].includes(outcome) ? `${rows} of ${of}` : outcome,
    )

test('every action of every actor is tried on a copy, and the database itself stays as it is', async () => {
  const everything =
    'select (select count(*) from notes) as notes, (select last_value from notes_id_seq) as last'
  const before = await project.sql(everything)
  const matrix = await matrixOf(['notes', 'open_to_all', '"No ""rows"" 🐘"', 'guarded', 'parts'])
  expect(outcomes(matrix, 'Ann', 'notes')).toEqual(['3 of 8', '3 of 8', '3 of 8', '3 of 8'])
  expect(outcomes(matrix, 'anon', 'notes')).toEqual(['0 of 8', 'refused', '0 of 8', '0 of 8'])
  expect(outcomes(matrix, 'anon', 'open_to_all')).toEqual(['2 of 2', 'refused', 'refused', '2 of 2'])
  expect(outcomes(matrix, 'Ann', 'open_to_all')).toEqual(['refused', 'refused', 'refused', 'refused'])
  expect(outcomes(matrix, 'anon', 'No "rows" 🐘')).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  expect(outcomes(matrix, 'anon', 'guarded')).toEqual(['1 of 1', '1 of 1', 'unknown', '1 of 1'])
  expect(outcomes(matrix, 'anon', 'parts')).toEqual(['5 of 5', '5 of 5', 'refused', 'refused'])
  const messageOf = (table: string, action: string) =>
    matrix.cells.find((cell) => cell.actor === 'anon' && cell.table === table && cell.action === action)
      ?.message
  const policiesOf = (actor: string, table: string) =>
    matrix.cells.find((cell) => cell.actor === actor && cell.table === table && cell.action === 'select')
      ?.policies
  expect(['Ann', 'anon'].map((actor) => policiesOf(actor, 'notes'))).toEqual([['own'], []])
  expect(policiesOf('anon', 'open_to_all')).toBeNull()
  expect(messageOf('notes', 'insert')).toContain('violates row-level security policy')
  expect(messageOf('guarded', 'update')).toBe('not on my watch')
  expect(messageOf('open_to_all', 'insert')).toContain('permission denied')
  expect(await project.sql(everything)).toEqual(before)
  expect(await project.engine.exists(copyIdOf(project.ref))).toBe(false)
})

test('a cell names the policies that kept its rows away: permissive ones that let none through, and each restrictive one', async () => {
  await project.sql(`create table orders (id int primary key, owner uuid, paid bool, note text);
    insert into orders select n, case when n <= 3 then '${ANN}' else '${BEN}' end::uuid, n % 2 = 0, '' from generate_series(1, 4) n;
    alter table orders enable row level security; grant all on orders to anon, authenticated;
    create policy "own ""orders""" on orders to authenticated using (auth.uid() = owner);
    create policy "read all" on orders for select to authenticated using (true);
    create policy unpaid on orders as restrictive for update to authenticated using (not paid);
    create policy "small notes" on orders as restrictive for insert to authenticated with check (length(note) < 10);
    create policy nothing on orders as restrictive for delete to anon using (false);
    grant select on orders to anon; revoke delete on orders from anon`)
  const matrix = await matrixOf(['orders', 'open_to_all'])
  const refusedBy = (actor: string, table: string, action: string) =>
    matrix.cells.find((cell) => cell.actor === actor && cell.table === table && cell.action === action)!
      .refused_by
  const permissive = (command: string, ...policies: string[]) => ({ kind: 'permissive', command, policies })
  expect(outcomes(matrix, 'Ann', 'orders')).toEqual(['4 of 4', '3 of 4', '2 of 4', '3 of 4'])
  expect(refusedBy('Ann', 'orders', 'select')).toBeNull()
  expect(refusedBy('Ann', 'orders', 'insert')).toEqual([permissive('insert', 'own "orders"')])
  expect(refusedBy('Ann', 'orders', 'update')).toEqual([
    permissive('update', 'own "orders"'),
    { kind: 'restrictive', command: 'update', policies: ['unpaid'] },
  ])
  expect(refusedBy('Ann', 'orders', 'delete')).toEqual([permissive('delete', 'own "orders"')])
  expect(outcomes(matrix, 'anon', 'orders')).toEqual(['0 of 4', 'refused', '0 of 4', 'refused'])
  expect(refusedBy('anon', 'orders', 'select')).toEqual([permissive('select')])
  expect(refusedBy('anon', 'orders', 'update')).toEqual([permissive('select'), permissive('update')])
  // It is a privilege that is missing, whatever the policies say.
  expect(refusedBy('anon', 'orders', 'delete')).toBeNull()
  expect(refusedBy('anon', 'open_to_all', 'insert')).toBeNull()
  // What was taken away to find that out is back for the next one.
  expect(await project.sql("select count(*)::int as n from pg_policies where tablename = 'orders'")).toEqual([
    { n: 5 },
  ])
})

test('a policy that recurses and a role that does not exist are named in their cells, and the others are tried', async () => {
  await project.sql(`create table looped (id int); insert into looped values (1);
    alter table looped enable row level security; grant all on looped to anon;
    create policy again on looped using (exists (select from looped))`)
  const matrix = await matrixOf(['looped', 'open_to_all'], [...actors, { name: 'nobody', role: 'nobody' }])
  const cellOf = (actor: string, table: string) =>
    matrix.cells.find((cell) => cell.actor === actor && cell.table === table && cell.action === 'select')
  expect(cellOf('anon', 'looped')).toMatchObject({
    outcome: 'unknown',
    message: expect.stringContaining('infinite recursion'),
  })
  expect(cellOf('nobody', 'open_to_all')).toMatchObject({
    outcome: 'unknown',
    message: expect.stringContaining('"nobody" does not exist'),
  })
  expect(cellOf('anon', 'open_to_all')).toMatchObject({ outcome: 'all' })
})

test('a table that does not exist, names given twice and nobody at all are refused', async () => {
  const run = (body: object) => project.owner.call(runPolicyMatrix, { params: params(), body: body as never })
  expect(await run({ actors, tables: [1] })).toMatchObject({ status: 404 })
  expect(await run({ actors: [actors[0], actors[0]], tables: [1] })).toMatchObject({ status: 400 })
  expect(await run({ actors: [], tables: [1] })).toMatchObject({ status: 400 })
})

test('what is expected is kept, and only members who may run SQL change it', async () => {
  const [organization] = (await project.owner.call(listOrganizations)).body
  const reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  const saved = () => reader.call(getPolicyExpectations, { params: params() })
  expect((await saved()).body).toEqual({ expectations: null })
  const body = {
    actors: [...actors],
    cells: [{ actor: 'anon', schema: 'public', table: 'notes', action: 'select', outcome: 'none' }] as never,
  }
  expect(await reader.call(savePolicyExpectations, { params: params(), body })).toMatchObject({ status: 403 })
  await project.owner.call(savePolicyExpectations, { params: params(), body })
  expect((await saved()).body.expectations).toMatchObject(body)

  // Those of another schema are kept beside them, and those of the same one are replaced.
  const other = (schema: string, outcome: string) => ({
    actors: [{ name: 'visitor', role: 'anon' }],
    cells: [{ actor: 'visitor', schema, table: 'notes', action: 'select', outcome }] as never,
  })
  const save = (expectations: typeof body) =>
    project.owner.call(savePolicyExpectations, { params: params(), body: expectations })
  await save(other('life', 'all'))
  await save(other('life', 'none'))
  expect((await saved()).body.expectations).toMatchObject({
    actors: [{ name: 'visitor' }, { name: 'anon' }],
    cells: [
      { schema: 'public', outcome: 'none' },
      { schema: 'life', outcome: 'none' },
    ],
  })
  const many = Array.from({ length: 10 }, (_, n) => ({ name: `r${n}`, role: 'anon' }))
  expect(await save({ ...other('more', 'all'), actors: many })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('12 roles and users') },
  })
})
