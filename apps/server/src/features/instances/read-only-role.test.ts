import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let reader: Person
let project: Project
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  project = await aProject(owner, await anOrganization(owner))
  reader = await aMember(fixture, owner, project.organization_slug, { role_id: 'read_only' })
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const run = (person: Person, query: string, over: object = {}) =>
  person.call(runQuery, { params: { ref: project.ref }, query: {}, body: { query, ...over } })

describe('the read-only role sees no password', () => {
  test.each([
    'select rolpassword from pg_authid',
    'select count(*) from pg_authid',
    'select passwd from pg_shadow',
    'select umoptions from pg_user_mapping',
    'select subconninfo from pg_subscription',
    "select query_to_xml('select * from pg_' || 'authid', true, true, '')",
    'table pg_statistic',
    'select pg_read_file($$postgresql.conf$$)',
    'set role postgres; select rolpassword from pg_authid',
    'select * from basalt.share_with_readers(1, 1)',
  ])('%s', async (query) => {
    for (const [person, over] of [
      [reader, {}],
      [owner, { read_only: true }],
    ] as const)
      expect((await run(person, query, over)).body).toMatchObject({ code: 'sql_failed', sqlstate: '42501' })
  })

  test('nor in the user mapping of a foreign server', async () => {
    await run(
      owner,
      `create extension if not exists postgres_fdw;
       create server elsewhere foreign data wrapper postgres_fdw options (hostaddr '203.0.113.7');
       create user mapping for postgres server elsewhere options (user 'u', password 'hidden')`,
    )
    const { body } = await run(reader, 'select * from pg_user_mappings')
    expect(JSON.stringify(body)).not.toContain('hidden')
  })
})

test("the read-only role sees all of the users' data, in every schema and of every owner", async () => {
  const made = await run(
    owner,
    `create schema "Od""d";
     create table "Od""d".plain (id serial primary key);
     alter table "Od""d".plain add column more serial;
     create table parts (n int) partition by range (n);
     create table part partition of parts for values from (0) to (10);
     create table copied as select 1 as n;
     select 1 as n into selected;
     create view seen as select * from copied;
     create materialized view kept as select * from copied;
     create sequence counted;
     create table guarded (n int);
     alter table guarded enable row level security;
     insert into guarded values (1);
     create role maker;
     grant maker to postgres;
     create schema makers authorization maker;
     set role maker;
     create table makers.own (n int);
     reset role`,
  )
  expect(made.status).toBe(200)
  for (const relation of [
    ...[
      '"Od""d".plain',
      '"Od""d".plain_id_seq',
      '"Od""d".plain_more_seq',
      'parts',
      'part',
      'copied',
      'selected',
    ],
    ...['seen', 'kept', 'counted', 'makers.own', 'storage.objects', 'storage.buckets'],
  ])
    expect(await run(reader, `select * from ${relation}`), relation).toMatchObject({ status: 200 })
  expect((await run(reader, 'select * from guarded')).body).toEqual([{ n: 1 }])
})

test('the read-only role changes nothing', async () => {
  await run(owner, 'create table fixed (n int)')
  for (const query of ['insert into fixed values (1)', 'create table mine ()', "select nextval('counted')"])
    expect((await run(reader, query)).body, query).toMatchObject({ code: 'sql_failed' })
  expect((await run(owner, 'select * from fixed')).body).toEqual([])
})

test("granting access to the read-only role does not run users' event triggers as superuser", async () => {
  const made = await run(
    owner,
    `create table seen_as (who name);
     create function note_who() returns event_trigger language plpgsql as
       $$ begin insert into public.seen_as values (current_user); end $$;
     create event trigger spy on ddl_command_end execute function note_who();
     create table watched (n int);
     drop event trigger spy`,
  )
  expect(made.status).toBe(200)
  const { body } = await run(owner, 'select distinct who from seen_as')
  expect(body).toEqual([{ who: 'postgres' }])
  expect((await run(reader, 'select * from watched')).status).toBe(200)
})

test('a privilege revoked from the read-only role stays revoked when the table is altered', async () => {
  await run(owner, 'create table secret (n int); revoke select on secret from basalt_read_only')
  expect((await run(reader, 'select * from secret')).body).toMatchObject({ sqlstate: '42501' })
  await run(owner, 'alter table secret add column m int')
  expect((await run(reader, 'select * from secret')).body).toMatchObject({ sqlstate: '42501' })
})
