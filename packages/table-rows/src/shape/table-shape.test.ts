import { describe, expect, test } from 'vitest'
import { costOf, testDatabase } from '../database.fixture.ts'
import { NO_FILTER } from '../filters/filter-sql.ts'
import { pageStatement, readPage } from '../pages/page.ts'
import { planPages } from '../pages/page-plan.ts'
import { rowIdentity, writeAccess } from './row-identity.ts'
import { readTableShape, tableShape } from './table-shape.ts'

const database = testDatabase()

const nameOf = (place: number) => `shaped_${place}`

describe('rows are told apart by the best key there is', () => {
  const TABLES: readonly [what: string, sql: string, kind: 'key' | 'ctid' | 'none', parts: readonly string[]][] = [
    ['a primary key', 'create table $t (id int primary key, u int not null unique)', 'key', ['id']],
    ['a primary key of several columns', 'create table $t (a int, b text, c int, primary key (c, a))', 'key', ['c', 'a']],
    ['a deferrable primary key', 'create table $t (id int primary key deferrable initially deferred)', 'key', ['id']],
    ['a primary key that includes more', 'create table $t (id int, n int, primary key (id) include (n))', 'key', ['id']],
    ['a unique column that is not null', 'create table $t (id int not null unique)', 'key', ['id']],
    ['a unique index', 'create table $t (id int not null); create unique index on $t (id)', 'key', ['id']],
    ['the shortest of several keys', 'create table $t (a int not null, b int not null, t text not null unique, n int not null unique, unique (a, b))', 'key', ['n']],
    ['a unique column with NULLs', 'create table $t (id int unique)', 'ctid', ['tableoid', 'ctid', 'xmin']],
    ['a deferrable unique column', 'create table $t (id int not null unique deferrable)', 'ctid', ['tableoid', 'ctid', 'xmin']],
    ['a partial unique index', 'create table $t (id int not null); create unique index on $t (id) where id > 0', 'ctid', ['tableoid', 'ctid', 'xmin']],
    ['a unique expression', 'create table $t (id int not null); create unique index on $t ((id + 1))', 'ctid', ['tableoid', 'ctid', 'xmin']],
    ['an exclusion constraint', 'create table $t (id int not null, exclude using btree (id with =))', 'ctid', ['tableoid', 'ctid', 'xmin']],
    ['no key', 'create table $t (a int)', 'ctid', ['tableoid', 'ctid', 'xmin']],
    ['no columns', 'create table $t ()', 'ctid', ['tableoid', 'ctid', 'xmin']],
    ['a key over partitions', 'create table $t (id int primary key) partition by hash (id); create table $t_1 partition of $t for values with (modulus 1, remainder 0)', 'key', ['id']],
    ['partitions without a key', 'create table $t (id int) partition by hash (id)', 'ctid', ['tableoid', 'ctid', 'xmin']],
    ['a table that others inherit', 'create table $t (id int primary key); create table $t_1 () inherits ($t)', 'key', ['id', 'tableoid']],
    ['a materialized view', 'create materialized view $t as select 1 as a', 'ctid', ['tableoid', 'ctid']],
    ['an unlogged table', 'create unlogged table $t (id int primary key)', 'key', ['id']],
    ['a view of a table with its key', 'create table $t_b (id int primary key, n int); create view $t as select n, id as k from $t_b', 'key', ['k']],
    ['a view of a table with a key of two columns', 'create table $t_b (a int, b int, n int, primary key (a, b)); create view $t as select b, n, a from $t_b where n in (select a from $t_b)', 'key', ['a', 'b']],
    ['a view without the key', 'create table $t_b (id int primary key, n int); create view $t as select n from $t_b', 'none', []],
    ['a view that computes the key', 'create table $t_b (id int primary key); create view $t as select id + 1 as id from $t_b', 'none', []],
    ['a view that groups', 'create table $t_b (id int primary key); create view $t as select id, count(*) from $t_b group by id', 'none', []],
    ['a view that joins', 'create table $t_b (id int primary key); create view $t as select a.id from $t_b a, $t_b b', 'none', []],
    ['a view of a table that others inherit', 'create table $t_b (id int primary key); create table $t_c () inherits ($t_b); create view $t as select id from $t_b', 'none', []],
    ['a view of partitions', 'create table $t_b (id int primary key) partition by hash (id); create view $t as select id from $t_b', 'key', ['id']],
    ['a view of literals', 'create view $t as select 1 as id', 'none', []],
    ['a foreign table', 'create foreign data wrapper $t_w; create server $t_s foreign data wrapper $t_w; create foreign table $t (id int not null) server $t_s', 'none', []],
    ['awkward names', 'create table $t ("a""b.c D" int, "select" int, "😀" text, primary key ("a""b.c D", "😀"))', 'key', ['a"b.c D', '😀']],
    ['a key of 63 bytes', `create table $t ("${'é'.repeat(31)}x" int primary key)`, 'key', [`${'é'.repeat(31)}x`]],
    ['a key of a domain', 'create domain $t_d as int check (value > 0); create table $t (id $t_d primary key)', 'key', ['id']],
    ['a key of an enum', "create type $t_e as enum ('a'); create table $t (id $t_e primary key)", 'key', ['id']],
    ['a key of an array', 'create table $t (id int[] primary key)', 'key', ['id']],
    ['1,600 columns', `create table $t (${Array.from({ length: 1600 }, (_, n) => `c${n} int`).join(', ')}, primary key (c7))`, 'key', ['c7']],
  ] // biome-ignore format: a table
  test.each(TABLES.map(([what, sql, kind, parts], place) => ({ what, sql, kind, parts, place })))(
    '$what',
    async ({ sql, kind, parts, place }) => {
      await database.sql(sql.replaceAll('$t', nameOf(place)))
      const relation = await database.relation(nameOf(place))
      expect(relation.identity.kind).toBe(kind)
      expect(relation.identity.parts.map(({ name }) => name)).toEqual(parts)
      if (relation.identity.kind === 'none') expect(relation.identity.reason).toMatch(/^[A-Z].*\.$/)
      if (relation.shape.kind === 'f') return
      // An empty relation, and one of any width, has a first page in any case.
      const source = { ...relation, plan: planPages(relation.shape, relation.identity), filter: NO_FILTER }
      const page = readPage(
        source,
        { at: 'first' },
        10,
        await database.run(pageStatement(source, { at: 'first' }, 10)),
      )
      expect(page.hasAfter).toBe(false)
      for (const row of page.rows) expect(row.cells).toHaveLength(relation.shape.columns.length)
    },
  )
})

test('a table is described whole', async () => {
  await database.sql(`create type "Sch mood" as enum ('b', 'a''s'); create domain small as int2 default 3 not null check (value < 10);
    create table "Sch ""ema" (id bigint generated always as identity primary key, gone int, t varchar(8) collate "C" default 'x',
      m "Sch mood" not null, s small, g int generated always as (2) stored, j json, a int[], "p" point);
    alter table "Sch ""ema" drop column gone; comment on column "Sch ""ema".t is 'A note';
    create index "By t" on "Sch ""ema" (t desc, m) include (s)`)
  const { shape } = await database.relation('"Sch ""ema"')
  expect(shape).toMatchObject({
    schema: 'public',
    name: 'Sch "ema',
    kind: 'r',
    estimatedRows: null,
    hasRules: false,
    canInsert: true,
    canUpdate: true,
    canDelete: true,
    hasChildren: false,
    leafCount: 1,
    leaves: [shape.oid],
  })
  const columns = shape.columns.map((each) => [
    each.number,
    each.name,
    each.type,
    each.typeName,
    each.baseType,
    each.category,
  ])
  expect(columns).toEqual([
    [1, 'id', 'bigint', 'pg_catalog.int8', 'pg_catalog.int8', 'N'],
    [3, 't', 'character varying(8)', 'pg_catalog."varchar"', 'pg_catalog."varchar"', 'S'],
    [4, 'm', '"Sch mood"', 'public."Sch mood"', 'public."Sch mood"', 'E'],
    [5, 's', 'small', 'public.small', 'pg_catalog.int2', 'N'],
    [6, 'g', 'integer', 'pg_catalog.int4', 'pg_catalog.int4', 'N'],
    [7, 'j', 'json', 'pg_catalog."json"', 'pg_catalog."json"', 'U'],
    [8, 'a', 'integer[]', 'pg_catalog._int4', 'pg_catalog._int4', 'A'],
    [9, 'p', 'point', 'pg_catalog.point', 'pg_catalog.point', 'G'],
  ])
  expect(shape.columns.map((each) => [each.isNullable, each.default, each.generated, each.identity])).toEqual(
    [
      [false, null, null, 'always'],
      [true, "'x'::character varying", null, null],
      [false, null, null, null],
      [false, '3', null, null],
      [true, null, '2', null],
      [true, null, null, null],
      [true, null, null, null],
      [true, null, null, null],
    ],
  )
  expect(
    shape.columns.map((each) => [each.isEquatable, each.isOrderable, each.isInsertable, each.isUpdatable]),
  ).toEqual([
    [true, true, true, false],
    [true, true, true, true],
    [true, true, true, true],
    [true, true, true, true],
    [true, true, false, false],
    [false, false, true, true],
    [true, true, true, true],
    [false, false, true, true],
  ])
  expect(shape.columns[2]!.labels).toEqual(['b', "a's"])
  expect(shape.columns.map(({ element }) => element)).toEqual([
    ...new Array(6).fill(null),
    { type: 'int4', labels: null },
    // Points and the like have parts, which are no elements of an array.
    null,
  ])
  expect(shape.columns[1]!.comment).toBe('A note')
  expect(
    shape.indexes.map(({ name, columns: parts }) => [
      name,
      parts.map(({ number, isDescending, isPlain }) => [number, isDescending, isPlain]),
    ]),
  ).toEqual([
    ['Sch "ema_pkey', [[1, false, true]]],
    [
      'By t',
      [
        [3, true, true],
        [4, false, true],
      ],
    ],
  ])
})

test('what can be compared and sorted is known for every type', async () => {
  await database.sql(`create type plain_pair as (a int, b text); create type odd_pair as (a int, b json); create domain a_json as json;
    create table compared (a xid, b plain_pair, c odd_pair, d json[], e a_json, f int4range, g tsvector, h point, i varchar, j cidr, k name, l xml, m jsonb, n plain_pair[])`)
  // Without a value, PostgreSQL never looks for the operators of parts.
  await database.sql(`insert into compared values ('1', '(1,a)', '(1,1)', '{1}', '1', '[1,2)', 'a', '(1,2)', 'a', '10.0.0.0/8',
    'a', '<a/>', '1', '{"(1,a)"}')`)
  const { shape } = await database.relation('compared')
  const known = Object.fromEntries(
    shape.columns.map(({ name, isEquatable, isOrderable }) => [name, `${isEquatable} ${isOrderable}`]),
  )
  expect(known).toEqual({
    a: 'true false',
    b: 'true true',
    c: 'false false',
    d: 'false false',
    e: 'false false',
    f: 'true true',
    g: 'true true',
    h: 'false false',
    i: 'true true',
    j: 'true true',
    k: 'true true',
    l: 'false false',
    m: 'true true',
    n: 'true true',
  })
  for (const { name, isEquatable, isOrderable } of shape.columns) {
    const works = (sql: string) =>
      database.sql(sql).then(
        () => true,
        () => false,
      )
    expect(await works(`select from compared x, compared y where x.${name} = y.${name}`), name).toBe(
      isEquatable,
    )
    expect(await works(`select from compared order by ${name}`), name).toBe(isOrderable)
  }
})

test('rows are estimated over partitions, and unknown before the first ANALYZE', async () => {
  await database.sql(`create table estimated (id int) partition by range (id); create table estimated_1 partition of estimated for values from (0) to (100);
    create table estimated_2 partition of estimated for values from (100) to (1000); insert into estimated select generate_series(0, 499)`)
  expect((await database.relation('estimated')).shape.estimatedRows).toBe(null)
  await database.sql('analyze estimated_1; analyze estimated_2')
  const { shape } = await database.relation('estimated')
  expect(shape).toMatchObject({ estimatedRows: 500, leafCount: 2, hasChildren: true, kind: 'p' })
})

test('a relation that is gone, or is none that has rows, has no shape', async () => {
  expect(readTableShape(await database.run(tableShape(4_000_000_000)))).toBe(undefined)
  await database.sql('create sequence no_table')
  const [[oid] = []] = await database.sql("select 'no_table'::regclass::oid")
  expect(readTableShape(await database.run(tableShape(Number(oid))))).toBe(undefined)
})

test('the shape of one table among thousands reads its own part of the catalog', async () => {
  await database.sql(`do $$ begin for n in 1..1500 loop
    execute format('create table crowd_%s (id int primary key, a text, b int); create index on crowd_%s (b)', n, n);
  end loop; end $$`)
  await database.sql(
    'analyze pg_class; analyze pg_attribute; analyze pg_index; analyze pg_constraint; analyze pg_type',
  )
  const { shape } = await database.relation('crowd_700')
  const few = await costOf(database.run, tableShape(shape.oid))
  const [[blocks] = []] = await database.sql(
    "select pg_relation_size('pg_class') / 8192 + pg_relation_size('pg_attribute') / 8192",
  )
  expect(few.buffers).toBeLessThan(Number(blocks) / 2)
})

test('a role sees what it may read, and may change what it has rights to', async () => {
  await database.sql(`create role "Grid reader"; create table granted (id int primary key, a text, secret text); insert into granted values (1, 'x', 's');
    grant select (id, a), update (a), insert (id) on granted to "Grid reader"`)
  await database.sql('set role "Grid reader"')
  const relation = await database.relation('granted')
  const source = { ...relation, plan: planPages(relation.shape, relation.identity), filter: NO_FILTER }
  const page = readPage(
    source,
    { at: 'first' },
    10,
    await database.run(pageStatement(source, { at: 'first' }, 10)),
  )
  await database.sql('reset role')
  expect(page.rows[0]!.cells.map(({ text }) => text)).toEqual(['1', 'x'])
  expect(
    relation.shape.columns.map(({ isReadable, isInsertable, isUpdatable }) => [
      isReadable,
      isInsertable,
      isUpdatable,
    ]),
  ).toEqual([
    [true, true, false],
    [true, false, true],
    [false, false, false],
  ])
  expect(writeAccess(relation.shape, rowIdentity(relation.shape))).toEqual({
    insert: true,
    update: true,
    delete: 'This role has no right to have rows of this table deleted.',
  })
  await database.sql(
    'alter table granted drop constraint granted_pkey; drop owned by "Grid reader"; grant select (id) on granted to "Grid reader"; set role "Grid reader"',
  )
  const bare = await database.relation('granted')
  await database.sql('reset role; drop owned by "Grid reader"; drop role "Grid reader"')
  expect(bare.identity).toEqual({
    kind: 'none',
    parts: [],
    reason: 'The table has no key among the columns that this role can read.',
  })
})

describe('views can be changed where PostgreSQL can', () => {
  test.each([
    ['a simple view', 'create view $t as select id, n from $t_b', [true, true, true]],
    [
      'a view with a computed column',
      'create view $t as select id, n + 1 as m from $t_b',
      [true, true, true],
    ],
    [
      'a view that sorts distinct rows',
      'create view $t as select distinct id from $t_b',
      ['cannot be inserted', 'cannot be updated', 'cannot be deleted'],
    ],
    [
      'a view with a rule',
      'create view $t as select id from $t_b; create rule r as on delete to $t do instead nothing',
      ['Rules', 'Rules', 'Rules'],
    ],
  ] as const)('%s', async (what, sql, access) => {
    const name = `changed_${what.replaceAll(' ', '_')}`
    await database.sql(`create table $t_b (id int primary key, n int); ${sql}`.replaceAll('$t', name))
    const { shape, identity } = await database.relation(name)
    const { insert, update, delete: removal } = writeAccess(shape, identity)
    for (const [place, given] of [insert, update, removal].entries()) {
      const expected = access[place]!
      if (expected === true) expect(given).toBe(true)
      else expect(given).toContain(expected)
    }
    if (what.includes('computed'))
      expect(shape.columns.map(({ isUpdatable }) => isUpdatable)).toEqual([true, false])
  })
})
