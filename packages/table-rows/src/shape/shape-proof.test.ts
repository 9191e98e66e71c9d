import { waitFor } from '@basalt/testing/wait-for.ts'
import { beforeAll, expect, test } from 'vitest'
import { randomFrom, testDatabase } from '../database.fixture.ts'
import type { TextRow } from '../statement.ts'
import {
  DATABASE_MOMENT,
  PLANNED_ONCE,
  PROVED_RELATION,
  type ProofKind,
  proofKindOf,
  readMoment,
  readShapeProof,
  shapeProof,
} from './shape-proof.ts'
import { type PageShape, readTableShape, type TableShape, tableShape } from './table-shape.ts'

const database = testDatabase()
beforeAll(async () => {
  await database.sql('create role reader')
})

const oidOf = async (name: string) => Number((await database.sql('select $1::regclass::oid', [name]))[0]![0])

/** As the reader, whose rights on columns are part of a shape. */
async function asReader<T>(oid: number, work: () => Promise<T>) {
  await database.sql(`begin; set local role reader; set local ${PROVED_RELATION} = ${oid}`)
  await database.run(PLANNED_ONCE)
  try {
    return await work()
  } finally {
    await database.sql('rollback')
  }
}

const seen = (oid: number) =>
  asReader(oid, async () => ({
    shape: readTableShape(await database.run(tableShape(oid))),
    plain: readShapeProof(await database.run(shapeProof('plain'))),
    full: readShapeProof(await database.run(shapeProof('full'))),
  }))

const momentNow = async () => readMoment(await database.run(DATABASE_MOMENT))

/** What pages need, and nothing else of a shape. */
const forPages = ({ columns, ...shape }: TableShape): PageShape => {
  const { estimatedRows, isPopulated, hasRules, canInsert, canUpdate, canDelete, ...kept } = shape
  return {
    ...kept,
    columns: columns.map(
      ({ default: _, generated, identity, labels, element, comment, isInsertable, isUpdatable, ...column }) =>
        column,
    ),
  }
}

const SETUP = `
  drop schema if exists a cascade; drop schema if exists b cascade;
  create schema a; grant usage on schema a to reader;
  create type a.mood as enum ('sad', 'glad');
  create type a.pair as (x int, y text);
  create domain a.short as text check (length(value) < 10);
  create table a.t (id int, word text, n int, at timestamptz);
  insert into a.t values (1, 'one', 1, now()), (2, 'two', 2, now());
  create table a.typed (id int primary key, mood a.mood, pair a.pair, short a.short, moods a.mood[]);
  create table a.parted (id int, v text) partition by range (id);
  create table a.part_1 partition of a.parted for values from (0) to (10);
  create view a.v as select id, word from a.t;
  create view a.keyed as select id from a.typed;
  create materialized view a.m as select id, word from a.t;
  grant select on all tables in schema a to reader`

/** Each changes the shape that pages of a relation need. */
const CHANGES: readonly [relation: string, change: string][] = [
  ['a.t', 'alter table a.t add column more int'],
  ['a.t', 'alter table a.t drop column n'],
  ['a.t', 'alter table a.t rename column word to term'],
  ['a.t', 'alter table a.t rename to u'],
  ['a.t', 'alter table a.t set schema b'],
  ['a.t', 'alter schema a rename to renamed'],
  ['a.t', 'alter table a.t alter column n type text using n::text'],
  ['a.t', 'alter table a.t alter column id set not null'],
  ['a.t', 'alter table a.t add primary key (id)'],
  ['a.t', 'create unique index on a.t (word)'],
  ['a.t', 'create index named on a.t (n)'],
  ['a.t', 'create table a.heir () inherits (a.t)'],
  ['a.t', 'revoke select on a.t from reader; grant select (id, n) on a.t to reader'],
  ['a.t', 'revoke select on a.t from reader'],
  ['a.typed', 'alter type a.mood rename to feeling'],
  ['a.typed', 'alter type a.pair add attribute z xml'],
  ['a.typed', 'alter domain a.short set not null'],
  ['a.typed', 'alter domain a.short rename to brief'],
  ['a.typed', 'alter type a.mood set schema b'],
  ['a.parted', 'create table a.part_2 partition of a.parted for values from (10) to (20)'],
  ['a.parted', 'alter table a.parted detach partition a.part_1'],
  ['a.parted', 'create index on a.parted (id)'],
  ['a.v', 'create or replace view a.v as select id, word, n from a.t'],
  ['a.v', 'create or replace view a.v as select n as id, word from a.t; alter table a.t add primary key (n)'],
  ['a.v', 'alter table a.t add primary key (id)'],
  ['a.keyed', 'create table a.heir () inherits (a.typed)'],
  ['a.v', 'alter view a.v rename column word to term'],
  ['a.m', 'create unique index on a.m (id)'],
] // biome-ignore format: a table

test.each(CHANGES)('what is proved of %s is no longer proved after %s', async (relation, change) => {
  await database.sql(`${SETUP}; create schema b; drop schema if exists renamed cascade`)
  const oid = await oidOf(relation)
  const before = await seen(oid)
  const kind = proofKindOf(before.shape!)
  expect(await seen(oid)).toEqual(before)
  const moment = await momentNow()
  await database.sql(change)
  expect(await momentNow()).not.toBe(moment)
  const after = await seen(oid)
  expect(forPages(after.shape!)).not.toEqual(forPages(before.shape!))
  expect(after[kind]).not.toBe(before[kind])
  expect(after.full).not.toBe(before.full)
})

test('a moment lasts while nothing is written, and ends with a transaction that began in it, whichever comes first', async () => {
  await database.sql(`${SETUP}; create schema b`)
  const [first, second] = [await database.another(), await database.another()]
  for (const session of [first, second]) await session.sql('begin; select pg_current_xact_id()')
  // Other tests write to the same server.
  await waitFor(async () => {
    const moment = await momentNow()
    return (await momentNow()) === moment
  })
  for (const session of [second, first]) {
    const moment = await momentNow()
    await session.sql('commit')
    expect(await momentNow()).not.toBe(moment)
    await session.end()
  }
})

test('a table that is gone proves nothing, and one that takes its name proves something else', async () => {
  await database.sql(`${SETUP}; create schema b`)
  const oid = await oidOf('a.t')
  const before = await seen(oid)
  await database.sql('drop table a.t cascade; create table a.t (id int, word text, n int, at timestamptz)')
  expect(await seen(oid)).toEqual({ shape: undefined, plain: undefined, full: undefined })
  expect((await seen(await oidOf('a.t'))).plain).not.toBe(before.plain)
})

test('rows, statistics and comments leave a proof as it is', async () => {
  await database.sql(`${SETUP}; create schema b`)
  const oid = await oidOf('a.t')
  const before = await seen(oid)
  await database.sql(`insert into a.t select n, 'w' || n, n from generate_series(1, 5000) n`)
  await database.sql('vacuum analyze a.t')
  await database.sql(`comment on column a.t.word is 'a word'`)
  const after = await seen(oid)
  expect([after.plain, after.full]).toEqual([before.plain, before.full])
})

/** Changes of which some fit the state of the database, and others are refused. */
const STEPS: readonly ((number: number) => string)[] = [
  (n) => `alter table a.t add column c${n} ${['int', 'text not null default 1', 'a.mood', 'a.pair', 'numeric(9,2)'][n % 5]}`,
  () => 'alter table a.t drop column if exists n cascade',
  (n) => `alter table a.t rename column word to w${n}`,
  (n) => `alter table a.t rename column w${n - 1} to word`,
  (n) => `alter table a.t alter column id type ${['bigint', 'int', 'numeric', 'text'][n % 4]} using id::text::${['bigint', 'int', 'numeric', 'text'][n % 4]}`,
  () => 'alter table a.t add primary key (id)',
  () => 'alter table a.t drop constraint if exists t_pkey cascade',
  () => 'alter table a.t alter column word set not null',
  () => 'alter table a.t alter column word drop not null',
  (n) => `create index i${n} on a.t (id, at)`,
  (n) => `create unique index u${n} on a.t (word) where id > 3`,
  (n) => `drop index if exists a.i${n - 3}`,
  (n) => `alter index if exists a.i${n - 1} rename to j${n}`,
  () => 'revoke select on a.t from reader',
  () => 'grant select on a.t to reader',
  () => 'grant select (id) on a.t to reader',
  (n) => `create table a.h${n} () inherits (a.t)`,
  (n) => `drop table if exists a.h${n - 2}`,
  () => 'alter table a.t rename to u',
  () => 'alter table a.u rename to t',
  () => 'alter type a.mood rename to feeling',
  () => 'alter type a.feeling rename to mood',
  (n) => `alter type a.pair add attribute p${n} ${n % 2 ? 'int' : 'xml'}`,
  () => 'create or replace view a.v as select id, at, id as word from a.t',
  () => 'analyze a.t',
  () => 'delete from a.t where id::text = \'1\'',
] // biome-ignore format: a table

test.each([1, 2, 4])('after random changes a proof holds only for the same shape (seed %i)', async (seed) => {
  await database.sql(`${SETUP}; create schema b`)
  const random = randomFrom(seed)
  const relations = [await oidOf('a.t'), await oidOf('a.v'), await oidOf('a.typed')]
  const last = new Map<number, { shape: PageShape; kind: ProofKind; proof: string | undefined }>()
  let changed = 0
  for (let step = 1; step <= 40; step += 1) {
    const done: TextRow[] | undefined = await database.sql(random.pick(STEPS)(step)).catch(() => undefined)
    if (!done) continue
    for (const oid of relations) {
      const { shape, ...proofs } = await seen(oid)
      const before = last.get(oid)
      if (!shape) continue
      if (before && JSON.stringify(before.shape) !== JSON.stringify(forPages(shape))) {
        changed += 1
        expect(proofs[before.kind]).not.toBe(before.proof)
      }
      const kind = proofKindOf(shape)
      last.set(oid, { shape: forPages(shape), kind, proof: proofs[kind] })
    }
  }
  expect(changed).toBeGreaterThan(5)
})
