import { truncate } from 'node:fs/promises'
import { getPriority } from 'node:os'
import path from 'node:path'
import { createBackup, listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { readPostmasterPid } from '@basalt/postgres-supervisor/process/postmaster-pid.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { dataOf } from '../../test/broken-database.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

const PAGE_BYTES = 8192

/** The priorities of servers in which backups are checked. */
const priorities: number[] = []
const noting = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      if (name === 'start')
        return async (id: string) => {
          const endpoint = await target.start(id)
          if (id.endsWith('-check'))
            priorities.push(getPriority((await readPostmasterPid(dataOf(fixture, id)))!.pid))
          return endpoint
        }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

let fixture: AppFixture
let owner: Person
let ref: string
beforeAll(async () => {
  fixture = await openApp({}, { wrapEngine: noting })
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner))).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function asSuperuser(query: string) {
  const { socket, port } = (await fixture.engine.endpoint(ref))!
  const password = await fixture.secretsOf.read(ref, 'superuser_password')
  const client = new pg.Client({ host: socket!, port, user: 'basalt_admin', password, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

/** What the check of a new backup finds. */
async function problems() {
  const { body } = await owner.call(createBackup, { params: { ref }, body: {} })
  const backup = await waitFor(async () =>
    (await owner.call(listBackups, { params: { ref } })).body.backups.find(
      ({ id, checked_at }) => id === body.id && checked_at !== null,
    ),
  )
  return backup.verification!.problems
}

test('a backup is checked by a server that takes less of the processor than those of projects', async () => {
  expect(await problems()).toEqual([])
  // Its preparation and its reading.
  expect(priorities).toEqual([getPriority() + 5, getPriority() + 5])
})

test('damage that no checksum shows is found: in rows, in indexes, and in what is missing', async () => {
  // Each is what a fault of hardware or of a program leaves: a row older than its table says, an index in another order than
  // its comparison has, and a file without its end.
  await asSuperuser(`
    create table public.too_old as select n from generate_series(1, 10) n;
    create function public.compare(a int4, b int4) returns int language sql immutable strict as 'select btint4cmp(a, b)';
    create operator class public.own for type int4 using btree as
      operator 1 < (int4, int4), operator 2 <= (int4, int4), operator 3 = (int4, int4), operator 4 >= (int4, int4),
      operator 5 > (int4, int4), function 1 public.compare(int4, int4);
    create table public.ordered as select n::int4 as n from generate_series(1, 1000) n;
    create index disordered on public.ordered (n public.own);
    create or replace function public.compare(a int4, b int4) returns int language sql immutable strict as 'select btint4cmp(b, a)';
    create table public.cut as select n, repeat('x', 500) as t from generate_series(1, 3000) n;
    create table public.emptied as select n, repeat('x', 500) as t from generate_series(1, 3000) n`)
  await asSuperuser(
    "update pg_catalog.pg_class set relfrozenxid = pg_catalog.pg_current_xact_id()::xid where oid = 'public.too_old'::regclass",
  )
  await asSuperuser('checkpoint')
  for (const [table, pages] of [
    ['cut', 50],
    ['emptied', 0],
  ] as const) {
    const [{ file }] = await asSuperuser(`select pg_relation_filepath('public.${table}') as file`)
    await truncate(path.join(dataOf(fixture, ref), file), pages * PAGE_BYTES)
  }
  const found = await problems()
  expect(found).toContainEqual(expect.stringMatching(/^too_old, page 0: xmin \d+ precedes/))
  expect(found).toContainEqual(expect.stringMatching(/^disordered: item order invariant violated/))
  expect(found).toContainEqual(
    expect.stringMatching(/^The table public\.cut has \d+ rows, and the server had about 3,000\.$/),
  )
  expect(found).toContainEqual('The table public.emptied is empty, and the server had about 3,000 rows.')
})
