import { createBackup, listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import { mergeBranch, resetBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import { updateDatabasePassword } from '@basalt/contract/instances/instances.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  bringBackRows,
  bringBackTable,
  closePastMoment,
  comparePastTable,
  listPastMoments,
  listPastTables,
  openPastMoment,
} from '@basalt/contract/time-machine/time-machine.endpoints.ts'
import type { RowsToBringBack } from '@basalt/contract/time-machine/time-machine.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

const SHOP = `
  create type mood as enum ('calm', 'loud');
  create table plans (id int primary key, name text unique, price numeric(10, 2));
  insert into plans select n, 'plan ' || n, n from generate_series(1, 5) n;
  create table features (plan int references plans, code text, primary key (plan, code));
  insert into features select n, 'a' from generate_series(1, 5) n;
  create table "Odd ""logs""" (id bigserial primary key, mood mood default 'calm', at timestamptz, twice int generated always as (n * 2) stored, n int);
  insert into "Odd ""logs""" (n, at) select n, now() from generate_series(1, 3000) n;
  create index on "Odd ""logs""" (mood);
  alter table "Odd ""logs""" enable row level security;
  create policy everybody on "Odd ""logs""" for select using (true);
  create table parts (n int primary key, t text) partition by range (n);
  create table parts_low partition of parts for values from (0) to (100);
  insert into parts select n, 'x' from generate_series(1, 20) n;
  create table notes (t text)`

/** SQL that tries to write to what can only be read. */
const HOSTILE = [
  'set default_transaction_read_only = off; delete from plans',
  "select set_config('transaction_read_only', 'off', false); delete from plans",
  'begin read write; delete from plans; commit',
  'alter database postgres set default_transaction_read_only = off; delete from plans',
  'create temp table t as select 1',
  "select pg_notify('x', 'y')",
  'select nextval(\'"Odd ""logs""_id_seq"\')',
  'select pg_promote()',
  'select pg_wal_replay_resume()',
]

test('a past moment is opened read-only beside the present, compared, and rows and tables come back from it', async () => {
  await using fixture = await openApp()
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { tier: 'tier_pro' } })
  const { ref } = await aProject(owner, organization)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const ask = async (query: string, of = ref) =>
    (await owner.call(runQuery, { params: { ref: of }, body: { query } })).body
  await ask(SHOP)
  const { body: backup } = await owner.call(createBackup, { params: { ref }, body: {} })
  await waitFor(async () => {
    const { backups } = (await owner.call(listBackups, { params: { ref } })).body
    return backups.find(({ id }) => id === backup.id)!.status === 'COMPLETED'
  })
  await ask(`
    delete from features where plan in (1, 2); delete from plans where id = 1;
    update plans set price = 0 where id = 2;
    insert into plans values (6, 'of today', 6); alter table plans add column note text;
    drop table "Odd ""logs"""; drop table parts; drop type mood`)

  expect(
    await owner.call(openPastMoment, {
      params: { ref },
      body: { recovery_time_target: '2020-01-01T00:00:00Z' },
    }),
  ).toMatchObject({ status: 400 })
  const { status, body: moment } = await owner.call(openPastMoment, {
    params: { ref },
    body: { id: backup.id },
  })
  expect(status).toBe(201)
  expect(await owner.call(openPastMoment, { params: { ref }, body: { id: backup.id } })).toMatchObject({
    status: 409,
  })
  const past = moment.ref
  await reaches(owner, past, 'ACTIVE_HEALTHY')
  const params = { ref, past }
  expect((await owner.call(listPastMoments, { params: { ref } })).body).toMatchObject([
    { ref: past, moment: moment.moment },
  ])

  // It can be read like any branch, but not written, merged or reset.
  expect(await ask('select count(*)::int from plans', past)).toEqual([{ count: 5 }])
  expect(await ask('delete from plans', past)).toMatchObject({
    message: expect.stringContaining('read-only transaction'),
  })
  for (const attempt of HOSTILE)
    expect(await ask(attempt, past), attempt).toMatchObject({
      message: expect.stringMatching(/read-only|read-write|during recovery|permission denied/),
    })
  expect(await ask('select count(*)::int from plans', past)).toEqual([{ count: 5 }])
  expect(
    await owner.call(updateDatabasePassword, { params: { ref: past }, body: { password: 'k7Rw2pXq-MzTd9' } }),
  ).toMatchObject({ status: 409, body: { message: expect.stringContaining('can only be read') } })
  for (const refused of [
    await owner.call(mergeBranch, { params: { id: past } }),
    await owner.call(resetBranch, { params: { id: past }, body: null }),
  ])
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('past moment') },
    })

  const tables = (await owner.call(listPastTables, { params })).body
  expect(tables.map(({ name, state }) => [name, state])).toEqual([
    ['Odd "logs"', 'dropped'],
    ['features', 'comparable'],
    ['notes', 'no_key'],
    ['parts', 'dropped'],
    ['plans', 'comparable'],
  ])
  const plans = { schema: 'public', name: 'plans' }
  const compare = async (query = plans) => (await owner.call(comparePastTable, { params, query })).body
  expect(await compare()).toMatchObject({
    columns: ['id', 'name', 'price'],
    key: ['id'],
    counts: { deleted: 1, changed: 1, added: 1 },
    rows: [
      { key: '["1"]', fate: 'deleted', past: { name: 'plan 1' }, present: null },
      {
        key: '["2"]',
        fate: 'changed',
        past: { price: '2.00' },
        present: { price: '0.00' },
        changed: ['price'],
      },
      { key: '["6"]', fate: 'added', past: null, present: { name: 'of today' } },
    ],
  })
  expect(await owner.call(comparePastTable, { params, query: { ...plans, name: 'notes' } })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('no primary key') },
  })

  const bringBack = (body: RowsToBringBack) => owner.call(bringBackRows, { params, body })
  // A row of features would reference the plan that is gone.
  expect(await bringBack({ ...plans, name: 'features', fates: ['deleted'] })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^A row of public.features would reference .* is gone/) },
  })
  expect(await bringBack({ ...plans, keys: ['["2"]', '["99"]'] })).toMatchObject({ status: 409 })
  expect((await bringBack({ ...plans, keys: ['["1"]', '["2"]'] })).body).toEqual({ written: 2, removed: 0 })
  expect((await bringBack({ ...plans, name: 'features', fates: ['deleted'] })).body).toEqual({
    written: 2,
    removed: 0,
  })
  expect(await ask('select id, price::text from plans order by id')).toEqual(
    ['1.00', '2.00', '3.00', '4.00', '5.00', '6.00'].map((price, place) => ({ id: place + 1, price })),
  )
  expect((await bringBack({ ...plans, fates: ['added', 'changed'] })).body).toEqual({
    written: 0,
    removed: 1,
  })
  expect(await compare()).toMatchObject({ counts: { deleted: 0, changed: 0, added: 0 }, rows: [] })

  // What the table needs must be there; then it is as it was, with what belongs to it.
  const odd = { schema: 'public', name: 'Odd "logs"' }
  expect(await owner.call(bringBackTable, { params, body: odd })).toMatchObject({
    status: 409,
    body: { message: 'Nothing was changed: type "public.mood" does not exist' },
  })
  await ask("create type mood as enum ('calm', 'loud')")
  expect((await owner.call(bringBackTable, { params, body: odd })).body).toEqual({
    written: 3000,
    removed: 0,
  })
  expect((await owner.call(bringBackTable, { params, body: { ...odd, name: 'parts' } })).body).toMatchObject({
    written: 20,
  })
  expect(await owner.call(bringBackTable, { params, body: odd })).toMatchObject({ status: 409 })
  const state = `
    select md5(string_agg(l::text, ',' order by id)) as rows, max(twice) as twice,
      (select count(*)::int from pg_indexes where tablename like 'Odd%') as indexes,
      (select count(*)::int from pg_policies where tablename like 'Odd%') as policies,
      (select md5(string_agg(t || n, '')) from parts) as parts,
      (select last_value::int from "Odd ""logs""_id_seq") as last
    from "Odd ""logs""" l`
  expect(await ask(state)).toEqual(await ask(state, past))

  const developer = await aMember(fixture, owner, organization.slug)
  expect(await developer.call(comparePastTable, { params, query: plans })).toMatchObject({ status: 403 })
  const other = await aProject(owner, organization)
  expect(
    await owner.call(comparePastTable, { params: { ref: past, past: other.ref }, query: plans }),
  ).toMatchObject({ status: 404 })

  expect(await owner.call(closePastMoment, { params })).toMatchObject({ status: 200 })
  await waitFor(async () => (await owner.call(listPastMoments, { params: { ref } })).body.length === 0)
  expect(await fixture.engine.exists(past)).toBe(false)
})
