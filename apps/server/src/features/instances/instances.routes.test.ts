import {
  getInstanceFacts,
  getMachine,
  listInstanceLogs,
} from '@basalt/contract/instances/instances.endpoints.ts'
import { pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let params: { ref: string }
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  params = { ref: (await aProject(owner, await anOrganization(owner))).ref }
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const run = (query: string) => owner.call(runQuery, { params, body: { query } })

test('a running database reports version, size, connections, start time and address', async () => {
  await run('select 1')
  // The connection that set it up may still be closing.
  const facts = await waitFor(async () => {
    const { body } = await owner.call(getInstanceFacts, { params })
    return body.connections?.used === 1 && body
  })
  expect(facts).toEqual({
    version: expect.stringMatching(/^18\.\d+$/),
    host: '127.0.0.1',
    port: expect.any(Number),
    port_moved: null,
    database: 'postgres',
    user: 'postgres',
    disk_bytes: expect.any(Number),
    database_bytes: expect.any(Number),
    connections: { used: 1, max: 60 },
    started_at: expect.any(String),
  })
})

test('the machine reports its resources and its free disk space', async () => {
  const { body } = await owner.call(getMachine, { params })
  expect(body.cpus).toBeGreaterThan(0)
  expect(body.memory_bytes).toBeGreaterThan(0)
  expect(body.disk_free_bytes).toBeLessThanOrEqual(body.disk_total_bytes)
  expect(body.shares_blocks).toBe(await fixture.engine.canShareBlocks())
  expect(body.disk_total_bytes).toBeGreaterThan(0)
})

test('the log shows what the database refused, newest first', async () => {
  await run('select * from never_made')
  // The log collector writes it a moment after the client has the error.
  const refusal = await waitFor(async () => {
    const { body } = await owner.call(listInstanceLogs, { params, query: { limit: 5 } })
    expect(body.length).toBeLessThanOrEqual(5)
    return body.find(({ severity }) => severity === 'ERROR')
  })
  expect(refusal).toMatchObject({
    message: 'relation "never_made" does not exist',
    sqlstate: '42P01',
    user: 'postgres',
  })
})

test('the user role is not a superuser and reaches nothing outside its database', async () => {
  const refused = async (sql: string) => (await run(sql)).body
  expect(
    (await run('select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user'))
      .body,
  ).toEqual([{ rolsuper: false, rolcreatedb: true, rolcreaterole: true }])
  for (const sql of [
    "copy (select 1) to program 'id'",
    "select pg_read_file('/etc/passwd')",
    "alter system set work_mem = '1GB'",
    'set role basalt_admin',
    'create role more superuser',
    'create extension file_fdw',
    'create extension plpython3u',
    'grant basalt_admin to postgres',
  ])
    expect(await refused(sql), sql).toMatchObject({ code: 'sql_failed', sqlstate: '42501' })
})

test('harmless statements that only a superuser may run are allowed', async () => {
  const { body } = await owner.call(runQuery, {
    params,
    query: { results: 'all' },
    body: {
      query: `
        create extension pg_prewarm;
        create function noted() returns event_trigger language plpgsql as $$ begin raise notice 'ddl by %', current_user; end $$;
        create event trigger note_ddl on ddl_command_end execute function noted();
        create table watched (id int);
        create publication everything for all tables;
        drop event trigger note_ddl;
        drop publication everything;
        drop extension pg_prewarm`,
    },
  })
  const results = body as { command: string; notices: { message: string }[] }[]
  expect(results.map(({ command }) => command)).toEqual([
    'CREATE EXTENSION',
    'CREATE FUNCTION',
    'CREATE EVENT TRIGGER',
    'CREATE TABLE',
    'CREATE PUBLICATION',
    'DROP EVENT TRIGGER',
    'DROP PUBLICATION',
    'DROP EXTENSION',
  ])
  expect(results.flatMap(({ notices }) => notices.map(({ message }) => message))).toContain('ddl by postgres')
})

test("a user's event trigger never runs with superuser rights", async () => {
  await run(`
    create table seen (who text);
    create function spy() returns event_trigger language plpgsql as $$ begin insert into seen values (current_user); end $$;
    create event trigger spying on ddl_command_end execute function spy()`)
  await run('create extension cube; drop extension cube')
  expect((await run('select who from seen')).body).toEqual([])
  await run('drop event trigger spying')
})

test('a paused database reports its disk usage', async () => {
  await owner.call(pauseProject, { params })
  await reaches(owner, params.ref, 'INACTIVE')
  const { status, body } = await owner.call(getInstanceFacts, { params })
  expect(status).toBe(200)
  expect(body).toMatchObject({ host: null, port: null, connections: null, started_at: null })
  expect(body.disk_bytes).toBeGreaterThan(1_000_000)
})
