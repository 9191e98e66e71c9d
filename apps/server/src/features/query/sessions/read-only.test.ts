import { updateMember } from '@basalt/contract/members/members.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../../test/people.ts'

let fixture: AppFixture
let owner: Person
let reader: Person
let ref: string
let slug: string
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  slug = organization.slug
  ref = (await aProject(owner, organization)).ref
  reader = await aMember(fixture, owner, organization.slug, { role_id: 'read_only' })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await run(
    owner,
    `create table notes (body text); insert into notes values ('kept');
     alter table notes enable row level security;
     create schema hidden; create table hidden.secret as select 7 as n;
     create function wipe() returns void language sql security definer as 'delete from public.notes';
     create procedure commit_and_wipe() language plpgsql as
       $$ begin commit; set transaction read write; delete from notes; end $$`,
  )
})
afterAll(() => fixture[Symbol.asyncDispose]())

const run = (person: Person, query: string) => person.call(runQuery, { params: { ref }, body: { query } })

test('a read-only member sees all tables, bypassing row level security', async () => {
  expect((await run(reader, 'select body from notes')).body).toEqual([{ body: 'kept' }])
  expect((await run(reader, 'select n from hidden.secret')).body).toEqual([{ n: 7 }])
  expect((await run(reader, 'select current_user as name')).body).toEqual([{ name: 'basalt_read_only' }])
})

test.each([
  ['a plain write', "insert into notes values ('x')"],
  ['a function that writes with the rights of its owner', 'select wipe()'],
  ['a change of the session', 'set default_transaction_read_only = off; select wipe()'],
  ['a change of the transaction', 'set transaction read write; select wipe()'],
  [
    'a change of the setting behind it',
    "select set_config('transaction_read_only', 'off', false); select wipe()",
  ],
  ['a new beginning', 'begin read write; select wipe()'],
  ['a savepoint', 'savepoint a; set transaction read write; select wipe()'],
  ['the end of the transaction', 'commit; select wipe()'],
  ['another word for it', 'end; begin read write; select wipe()'],
  ['an abort', '/* x */ rollback and chain; set transaction read write; select wipe()'],
  ['a transaction end inside a block', 'do $$ begin rollback; perform wipe(); end $$'],
  ['a procedure that commits', 'call commit_and_wipe()'],
  ['another role', 'set role postgres; select wipe()'],
  ['a table of its own', 'create table mine ()'],
  ['a guarded function', 'create extension hstore; select wipe()'],
])('%s cannot write', async (_what, query) => {
  const { status } = await run(reader, query)
  expect([400, 403]).toContain(status)
  expect((await run(owner, 'select count(*)::int as n from notes')).body).toEqual([{ n: 1 }])
})

test('PostgreSQL explains why a write fails', async () => {
  expect(await run(reader, "insert into notes values ('x')")).toMatchObject({
    status: 400,
    body: { code: 'sql_failed', message: expect.stringContaining('read-only transaction') },
  })
})

test('a changed role takes effect with the next query', async () => {
  const ann = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  const write = "insert into notes values ('ann'); delete from notes where body = 'ann'"
  expect((await run(ann, write)).status).toBe(400)
  await owner.call(updateMember, { params: { slug, id: ann.id }, body: { role_id: 'developer' } })
  expect((await run(ann, write)).status).toBe(200)
})
