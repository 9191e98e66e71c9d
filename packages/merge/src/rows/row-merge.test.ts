import { expect, test } from 'vitest'
import { forkDatabase } from '../forked-database.fixture.ts'
import { readMergeableTables } from './mergeable-table.ts'
import { type RowChange, readRowChanges } from './row-changes.ts'
import { type DecidedRow, type RowDecision, rowWork } from './row-decisions.ts'
import { pairTables } from './table-pairs.ts'
import { type TableWork, writeRows } from './write-rows.ts'

type Fork = Awaited<ReturnType<typeof forkDatabase>>

const pairsOf = async ({ branch, target, base }: Fork) =>
  pairTables({
    branch: await branch.transaction(readMergeableTables),
    target: await target.transaction(readMergeableTables),
    base: await base(),
  })

async function changesOf(fork: Fork, name: string) {
  const pair = (await pairsOf(fork)).find(({ branch }) => branch.name === name)!
  expect(pair.problem).toBeUndefined()
  return fork.branch.transaction((branch) =>
    fork.target.transaction((target) => readRowChanges({ branch, target, pair, fork: fork.fork, max: 1000 })),
  )
}

/** Decisions by key, made of the conflicts as they are in `changes`. */
const decidedOf = (changes: readonly RowChange[], decisions: Record<string, RowDecision> = {}) =>
  new Map<string, DecidedRow>(
    changes.flatMap(({ key, state }) =>
      decisions[key] && state !== undefined ? [[key, { decision: decisions[key], state }]] : [],
    ),
  )

/** Merges the rows of all tables, with these decisions by table and key. */
async function merge(fork: Fork, decisions: Record<string, Record<string, RowDecision>> = {}) {
  const pairs = (await pairsOf(fork)).filter(({ problem }) => problem === undefined)
  return fork.branch.transaction((branch) =>
    fork.target.transaction(async (target) => {
      const tables: TableWork[] = []
      for (const pair of pairs) {
        const changes = await readRowChanges({ branch, target, pair, fork: fork.fork, max: 1000 })
        const decided = decidedOf(changes, decisions[pair.branch.name])
        const work = rowWork(changes, decided)
        expect(work.undecided).toEqual([])
        tables.push({ ...pair, ...work, target: pair.target! })
      }
      return writeRows({ target, branch, tables })
    }),
  )
}

const SHOP = `
  create table plans (id serial primary key, name text unique, price numeric(10,2), note text);
  insert into plans (name, price) select 'plan ' || n, n from generate_series(1, 6) n;
  create table features (
    plan int references plans on delete cascade, code text, "On" boolean default true, primary key (plan, code));
  insert into features (plan, code) select n, 'a' from generate_series(1, 6) n`

/** Both sides of a shop of which both have changed plans. */
async function aChangedShop() {
  const fork = await forkDatabase(SHOP)
  await fork.branch.sql(`
    update plans set price = 10 where id = 1;
    update plans set price = 20 where id = 2;
    update plans set price = 30 where id = 3;
    delete from plans where id in (4, 5);
    update plans set price = price where id = 6;
    insert into plans (name) values ('of the branch')`)
  await fork.target.sql(`
    update plans set note = 'of production', price = 21 where id = 2;
    delete from plans where id = 3;
    update plans set note = 'of production' where id = 5;
    insert into plans (name) values ('of production')`)
  return fork
}

test('every combination of changes to a row is told apart', async () => {
  await using fork = await aChangedShop()
  const changes = await changesOf(fork, 'plans')
  expect(changes.map(({ key, kind, conflict }) => [key, kind, conflict])).toEqual([
    ['["1"]', 'update', undefined],
    ['["2"]', 'update', 'both_updated'],
    ['["3"]', 'update', 'deleted_by_target'],
    ['["4"]', 'delete', undefined],
    ['["5"]', 'delete', 'updated_by_target'],
    ['["7"]', 'insert', 'both_inserted'],
  ])
})

test('changes of different columns of a row are merged, and updates that change nothing are none', async () => {
  await using fork = await forkDatabase(`
    create table plans (id int primary key, name text, price numeric, note text, doc jsonb);
    insert into plans values (1, 'a', 1, null, '{}'), (2, 'b', 2, '', '{}'), (3, 'c', 3, '🐘', '{}'), (4, 'd', 4, 'x', '{}')`)
  await fork.branch.sql(`update plans set price = 10, note = '' where id = 1; update plans set note = null where id = 2;
    update plans set price = 30 where id = 3; update plans set note = note where id = 4; alter table plans add own int default 1`)
  await fork.target.sql(`update plans set name = 'A', doc = '{"a": 1}' where id = 1; update plans set note = 'new' where id = 2;
    alter table plans rename name to title; update plans set title = 'C', note = null where id = 3;
    update plans set title = 'D' where id = 4; alter table plans add theirs int default 2`)
  const changes = await changesOf(fork, 'plans')
  expect(changes.map(({ key, conflict, isCombined }) => [key, conflict, isCombined])).toEqual([
    ['["1"]', undefined, true],
    ['["2"]', 'both_updated', undefined],
    ['["3"]', undefined, true],
    ['["4"]', undefined, true],
  ])
  expect(changes[0]!.branch).toEqual({ id: '1', name: 'A', price: '10', note: '', doc: '{"a": 1}', own: '1' })
  await fork.target.sql('alter table plans add own int default 1')
  await merge(fork, { plans: { '["2"]': 'target' } })
  expect(await fork.target.sql('select id, title, price, note, theirs from plans order by id')).toEqual([
    ['1', 'A', '10', '', '2'],
    ['2', 'b', '2', 'new', '2'],
    ['3', 'C', '30', null, '2'],
    ['4', 'D', '4', 'x', '2'],
  ])
})

test('a merge does what was decided, and renumbers rows with their references', async () => {
  await using fork = await aChangedShop()
  await fork.branch.sql("insert into features values (7, 'x', false), (1, 'x', true)")
  const written = await merge(fork, {
    plans: { '["2"]': 'branch', '["3"]': 'target', '["5"]': 'target', '["7"]': 'renumber' },
  })
  expect(written).toEqual({ put: 5, removed: 3 })
  expect(await fork.target.sql('select id, name, price, note from plans order by id')).toEqual([
    ['1', 'plan 1', '10.00', null],
    ['2', 'plan 2', '20.00', null],
    ['5', 'plan 5', '5.00', 'of production'],
    ['6', 'plan 6', '6.00', null],
    ['7', 'of production', null, null],
    ['8', 'of the branch', null, null],
  ])
  expect(await fork.target.sql(`select plan, "On" from features where code = 'x' order by 1`)).toEqual([
    ['1', 't'],
    ['8', 'f'],
  ])
  // The next row gets a number that neither side has given out.
  expect(await fork.target.sql("insert into plans (name) values ('next') returning id")).toEqual([['9']])
})

test('a decision counts for the rows that were decided about, and for no others', async () => {
  await using fork = await forkDatabase(`
    create table plans (id int primary key, name text, t text); insert into plans select n, 'plan', 't' from generate_series(1, 6) n`)
  await fork.branch.sql(
    `update plans set name = 'of the branch' where id in (1, 2, 3); delete from plans where id in (4, 5, 6)`,
  )
  await fork.target.sql(`alter table plans add note text; update plans set name = 'of production' where id <> 3;
    delete from plans where id = 3`)
  const seen = await changesOf(fork, 'plans')
  expect(seen.map(({ key, conflict }) => [key, conflict])).toEqual([
    ['["1"]', 'both_updated'],
    ['["2"]', 'both_updated'],
    ['["3"]', 'deleted_by_target'],
    ['["4"]', 'updated_by_target'],
    ['["5"]', 'updated_by_target'],
    ['["6"]', 'updated_by_target'],
  ])
  const decided = decidedOf(seen, Object.fromEntries(seen.map(({ key }) => [key, 'branch'])))
  expect(rowWork(seen, decided).undecided).toEqual([])
  // One is written again as it is, and of one a column changes that the branch does not have.
  await fork.target.sql(`update plans set name = 'newer' where id = 1; insert into plans values (3, 'again', 't');
    update plans set name = name where id in (2, 4); update plans set note = 'nobody has seen it' where id = 5`)
  await fork.branch.sql("insert into plans values (6, 'back', 't')")
  expect(rowWork(await changesOf(fork, 'plans'), decided).undecided).toEqual([
    '["1"]',
    '["3"]',
    '["5"]',
    '["6"]',
  ])
})

test('rows that would reference nothing are refused, and nothing is changed', async () => {
  await using fork = await forkDatabase(SHOP)
  await fork.branch.sql('delete from plans where id = 1')
  await fork.target.sql("insert into features values (1, 'new')")
  const before = await fork.target.sql('select * from features order by 1, 2')
  await expect(merge(fork)).rejects.toThrow(/row of public.features would reference .*plan = 1/)
  expect(await fork.target.sql('select * from features order by 1, 2')).toEqual(before)
})

test('values of every type keep their text, swapped unique values are merged, and triggers do not fire', async () => {
  await using fork = await forkDatabase(`
    create table "Odd ""one""" (id uuid, "of" date, at timestamptz, tags text[], body jsonb, n int,
      twice int generated always as (2 * n) stored, bits bit(4), who char(5), money numeric, span interval, raw bytea,
      u text unique, id_always int generated always as identity, primary key ("of", id));
    insert into "Odd ""one""" values
      ('00000000-0000-0000-0000-000000000001', '2026-01-01', now(), '{a}', '{}', 1, default, b'0101', 'x', 1, '1 day', '', 'one'),
      ('00000000-0000-0000-0000-000000000002', '2026-01-01', now(), '{a}', '{}', 2, default, b'0101', 'x', 1, '1 day', '', 'two');
    create table log (what text);
    create function note() returns trigger language plpgsql as $$ begin insert into log values (tg_op); return new; end $$;
    create trigger noted after insert or update or delete on "Odd ""one""" for each row execute function note()`)
  await fork.branch.sql(`
    alter table "Odd ""one""" disable trigger noted;
    update "Odd ""one""" set at = '2026-05-05 10:00:00.123456+02', tags = '{"a,b",null,"\\"🐘\\""}', body = '{"a":[1,null]}',
      n = 21, bits = b'1111', who = 'ab', money = 1e-30, span = '1 year -3 days 04:05:06.7', raw = '\\x00ff5c', u = u || '?';
    update "Odd ""one""" set u = case n when 21 then case id when '00000000-0000-0000-0000-000000000001' then 'two' else 'one' end end`)
  await merge(fork)
  const all = 'select * from "Odd ""one""" order by id'
  expect(await fork.target.sql(all)).toEqual(await fork.branch.sql(all))
  expect(await fork.target.sql('select * from log')).toEqual([])
  expect(await changesOf(fork, 'Odd "one"')).toEqual([])
})

test('keeping the keys of tables runs no function of users, which would have the rights of a superuser', async () => {
  await using fork = await forkDatabase(`
    create type mood as enum ('calm', 'glad');
    create function mood_text(mood) returns text language plpgsql as $$ begin raise exception 'it ran'; end $$;
    create cast (mood as text) with function mood_text(mood);
    create table moods (mood mood primary key); insert into moods values ('calm')`)
  await fork.branch.sql("delete from moods; insert into moods values ('glad')")
  expect((await changesOf(fork, 'moods')).map(({ key, kind }) => [key, kind])).toEqual([
    ['["calm"]', 'delete'],
    ['["glad"]', 'insert'],
  ])
})

test('tables without a key and unlogged tables are refused, and what happened to a table since is told', async () => {
  await using fork = await forkDatabase(`
    create table keyless (n int); create unlogged table scratch (id int primary key);
    create table gone (id int primary key); create table renamed (id int primary key, old text);
    create table rekeyed (a int primary key, b int not null); insert into renamed values (1, 'a')`)
  await fork.target.sql(`drop table gone; alter table rekeyed drop constraint rekeyed_pkey, add primary key (b);
    alter table renamed rename to other; alter table other rename old to new; alter table other add added int default 7`)
  await fork.branch.sql(`create table made (id int primary key); insert into made values (5);
    alter table renamed add own int default 3; update renamed set old = 'b'`)
  const problems = Object.fromEntries(
    (await pairsOf(fork)).map(({ branch, problem }) => [branch.name, problem]),
  )
  expect(problems).toEqual({
    keyless: 'no_key',
    scratch: 'unlogged',
    gone: 'dropped_by_target',
    rekeyed: 'key_changed',
    renamed: undefined,
    made: undefined,
  })
  expect(await changesOf(fork, 'made')).toMatchObject([{ key: '["5"]', kind: 'insert' }])
  expect(await changesOf(fork, 'renamed')).toEqual([
    {
      key: '["1"]',
      kind: 'update',
      branch: { id: '1', old: 'b', own: '3' },
      target: { id: '1', old: 'a' },
      conflict: undefined,
    },
  ])
})
