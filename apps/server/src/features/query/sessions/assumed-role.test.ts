import { listDatabaseRoles, runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../../test/people.ts'

let fixture: AppFixture
let owner: Person
let reader: Person
let ref: string
const ANN = 'b7c1f8de-52ad-4b3c-9d0f-1b5b6a3f9d55'
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  ref = (await aProject(owner, organization)).ref
  reader = await aMember(fixture, owner, organization.slug, { role_id: 'read_only' })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await run(
    `create table notes (owner uuid, body text);
     insert into notes values ('${ANN}', 'of ann'), (gen_random_uuid(), 'of another');
     alter table notes enable row level security;
     create policy own on notes to authenticated using (owner = auth.uid());
     create role "Night shift";
     create table safe (); revoke all on safe from anon, authenticated`,
  )
})
afterAll(() => fixture[Symbol.asyncDispose]())

const run = async (query: string, as: { role?: string; claims?: object } = {}, person = owner) =>
  (await person.call(runQuery, { params: { ref }, body: { query, ...as } })).body

test('lists the roles that postgres can assume, by name', async () => {
  const { body } = await owner.call(listDatabaseRoles, { params: { ref } })
  expect(body).toEqual(
    expect.arrayContaining([
      { name: 'Night shift', bypasses_rls: false },
      { name: 'anon', bypasses_rls: false },
      { name: 'authenticated', bypasses_rls: false },
      { name: 'service_role', bypasses_rls: true },
    ]),
  )
  expect(body.map(({ name }) => name).filter((name) => /^(pg_|basalt_|postgres$)/.test(name))).toEqual([])
})

test('row level security uses the chosen role and claims', async () => {
  const notes = 'select body from notes order by body'
  expect(await run(notes)).toHaveLength(2)
  expect(await run(notes, { role: 'service_role' })).toHaveLength(2)
  expect(await run(notes, { role: 'anon' })).toEqual([])
  const claims = { role: 'authenticated', sub: ANN }
  expect(await run(notes, { role: 'authenticated', claims })).toEqual([{ body: 'of ann' }])
  expect(await run('select current_user as name', { role: 'Night shift' })).toEqual([{ name: 'Night shift' }])
})

test('no state of an assumed role leaks to the next caller on the connection', async () => {
  await run("select set_config('role', 'anon', false)", { role: 'anon', claims: { sub: ANN } })
  expect(await run('select current_user as name, auth.uid() as id', { role: 'anon' })).toEqual([
    { name: 'anon', id: null },
  ])
  expect(await run('select current_user as name')).toEqual([{ name: 'postgres' }])
})

test('line numbers of errors refer to the text as written', async () => {
  expect(await run('select 1;\nselect nothing', { role: 'anon' })).toMatchObject({
    formattedError: expect.stringContaining('LINE 2: select nothing'),
  })
})

test.each([
  'reset role; select * from safe',
  'set role none; select * from safe',
  'set session authorization default; select * from safe',
  'set role postgres; select 1',
  'set role service_role; select 1',
  'set role authenticated; select 1',
  'set role basalt_admin; select 1',
  'set session authorization postgres; select 1',
  'discard all; select 1; select * from safe',
  'begin; commit; reset role; select * from safe',
])('%j cannot escape the role anon', async (query) => {
  expect(await run(query, { role: 'anon' })).toMatchObject({ code: 'sql_failed' })
})

test.each(['basalt_admin', 'basalt_read_only', 'pg_read_all_data', 'nobody', "anon'; --"])(
  'the role %s cannot be chosen',
  async (role) => {
    expect(await run('select 1', { role })).toMatchObject({ code: 'not_found' })
  },
)

test('a role dropped while its connection is idle can no longer be used', async () => {
  await run('create role passing')
  expect(await run('select 1 as n', { role: 'passing' })).toEqual([{ n: 1 }])
  expect(await run('drop role passing')).toEqual([])
  expect(await run('select 1', { role: 'passing' })).toMatchObject({ code: 'conflict' })
  await run('create role passing')
  expect(await run('select current_user as name', { role: 'passing' })).toEqual([{ name: 'passing' }])
})

test('a read-only member cannot choose a role', async () => {
  expect(await run('select 1', { role: 'service_role' }, reader)).toMatchObject({ code: 'forbidden' })
  expect((await reader.call(listDatabaseRoles, { params: { ref } })).status).toBe(403)
})

test('claims are passed through the given function, and its refusal is returned', async () => {
  await run(
    `create schema hooks;
     create function hooks."Add"(event jsonb) returns jsonb language sql as $$
       select jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('seen', event ->> 'user_id')) $$;
     create function public.refuse(event jsonb) returns jsonb language sql as $$
       select '{"error": {"http_code": 403, "message": "Not on Sundays"}}'::jsonb $$;
     create function public.nothing(event jsonb) returns jsonb language sql as $$ select '[]'::jsonb $$`,
  )
  const claims = { role: 'authenticated', sub: ANN }
  const as = (claims_function: string) => ({ role: 'authenticated', claims, claims_function })
  const seen = "select auth.jwt() ->> 'seen' as seen, auth.uid() as id"
  expect(await run(seen, as('hooks."Add"'))).toEqual([{ seen: ANN, id: ANN }])
  expect(await run(seen, { role: 'authenticated', claims })).toEqual([{ seen: null, id: ANN }])
  for (const [name, message] of [
    ['refuse', /Not on Sundays/],
    ['nothing', /must return a JSON object/],
    ['not_there', /function not_there\(jsonb\) does not exist/],
  ] as const) {
    const { status, body } = await owner.call(runQuery, {
      params: { ref },
      body: { query: seen, ...as(name) },
    })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toMatch(message)
  }
})
