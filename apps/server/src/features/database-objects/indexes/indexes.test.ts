import {
  listIndexBuilds,
  listIndexChoices,
  listSchemaIndexes,
  readIndex,
} from '@basalt/contract/database-objects/indexes/indexes.endpoints.ts'
import type { IndexDraft, IndexKey } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { endActivity } from '@basalt/contract/query/query.endpoints.ts'
import { indexMethods } from '@basalt/schema-changes/index-draft.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { ODD_NAMES, objectProject } from '../object-project.fixture.ts'

const project = objectProject()
beforeEach(() =>
  project.sql(`
    drop schema if exists shop cascade; create schema shop;
    create table shop.shirts (id int primary key, name text, price numeric, tags text[], area point, code varchar(10));
    insert into shop.shirts select n, 'shirt ' || n, n % 7, array['a'], point(n, n), 'c' || n from generate_series(1, 200) n;
    create index by_name on shop.shirts (name);
    comment on index shop.by_name is 'for the search'`),
)

const { apply, ask, plan } = project
const list = async (query: object = {}) => {
  const { status, body } = await ask(listSchemaIndexes, { query: { schema: 'shop', ...query } })
  expect([status, body]).toMatchObject([200, {}])
  return body
}
const namesOf = async (query?: object) => (await list(query)).objects.map(({ name }) => name)
const idOf = async (name: string) =>
  Number((await project.sql('select $1::regclass::oid::int8::text as oid', [name]))[0]!.oid)
const read = (id: number, person?: Person) => project.read(readIndex, id, person)
const readBy = async (name: string) => read(await idOf(name))
const builds = async () => (await ask(listIndexBuilds, {})).body

const key = (more: Partial<IndexKey>): IndexKey => ({
  column: null,
  expression: null,
  is_descending: false,
  is_nulls_first: false,
  operator_class: null,
  collation: null,
  ...more,
})
const draft = (more: Partial<IndexDraft> = {}): IndexDraft => ({
  schema: 'shop',
  table: 'shirts',
  name: 'new',
  comment: null,
  method: 'btree',
  is_unique: false,
  nulls_not_distinct: false,
  keys: [key({ column: 'price' })],
  include: [],
  where: null,
  parameters: [],
  concurrently: true,
  ...more,
})
const create = (more?: Partial<IndexDraft>): ObjectChange => ({
  object: 'index',
  action: 'create',
  draft: draft(more),
})
const drop = async (name: string, more: object = {}): Promise<ObjectChange> => {
  const { id, fingerprint } = await readBy(name)
  return { object: 'index', action: 'drop', id, fingerprint, cascade: false, concurrently: true, ...more }
}
const edit = async (
  name: string,
  change: (now: IndexDraft) => Partial<IndexDraft>,
): Promise<ObjectChange> => {
  const { id, fingerprint, draft: now } = await readBy(name)
  return { object: 'index', action: 'edit', id, fingerprint, draft: { ...now, ...change(now) } }
}
const rebuild = async (name: string): Promise<ObjectChange> => {
  const { id, fingerprint } = await readBy(name)
  return { object: 'index', action: 'rebuild', id, fingerprint }
}

test('indexes are listed with table, columns, size and use, and sorted and filtered by them', async () => {
  await project.sql(`
    create table shop.hats (id int primary key, size int);
    create index "many columns" on shop.hats (size, (id + 1), id desc) where size > 0;
    set enable_seqscan = off; select * from shop.shirts where name = 'shirt 7'`)
  await waitFor(async () => (await readBy('shop.by_name')).scans > 0)
  const { objects, count } = await list()
  expect(count).toBe(4)
  expect(objects).toMatchObject([
    { name: 'by_name', table: 'shirts', method: 'btree', keys: ['name'], key_count: 1, is_valid: true },
    { name: 'hats_pkey', table: 'hats', is_primary: true, is_unique: true, constraint: 'hats_pkey' },
    { name: 'many columns', keys: ['size', '(id + 1)', 'id'], key_count: 3, is_partial: true, scans: 0 },
    { name: 'shirts_pkey', constraint: 'shirts_pkey' },
  ])
  expect(objects[0]!.bytes).toBeGreaterThan(0)
  expect(objects[0]!.last_used_at).toEqual(expect.any(String))
  expect((await namesOf({ sort: 'scans', order: 'desc' }))[0]).toBe('by_name')
  const bytes = (await list({ sort: 'size' })).objects.map((one) => one.bytes)
  expect(bytes).toEqual(bytes.toSorted((a, b) => a - b))
  expect(await namesOf({ table: 'shirts' })).toEqual(['by_name', 'shirts_pkey'])
  expect(await namesOf({ state: 'unused' })).toEqual(['many columns'])
  expect(await namesOf({ state: 'invalid' })).toEqual([])
})

test('pages by size show every index once', async () => {
  await project.sql(`do $$ begin for i in 1..30 loop
    execute format('create index i%s on shop.shirts (price)', i); end loop; end $$`)
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ sort: 'size', order: 'desc', limit: '10', cursor: cursor ?? undefined })
    seen.push(...page.objects.map(({ name }) => name))
    cursor = page.next_cursor
  } while (cursor)
  expect([seen.length, new Set(seen).size]).toEqual([32, 32])
  const refused = await ask(listSchemaIndexes, { query: { sort: 'size', cursor: '1.a name' } })
  expect([refused.status, refused.body.message]).toEqual([400, 'Send the next_cursor of the page before'])
})

test.each(ODD_NAMES)(
  'an index and a column named %j are created concurrently, read back, edited, rebuilt, duplicated and dropped',
  async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await project.sql(
      `
      drop schema if exists ${quoted} cascade; create schema ${quoted};
      create table ${quoted}.${quoted}"table" (id int)`.replace(`${quoted}"table"`, '"table"'),
    )
    await project.sql(`alter table ${quoted}."table" add column ${quoted} text`)
    const wanted = draft({
      schema: name,
      table: 'table',
      name,
      comment: name,
      keys: [key({ column: name }), key({ expression: `lower(${quoted})` })],
      where: `${quoted} <> 'x'`,
    })
    const { status, body } = await apply({ object: 'index', action: 'create', draft: wanted })
    expect([status, body]).toMatchObject([200, { id: expect.any(Number), is_running: false }])
    const id = body.id!
    const found = await read(id)
    expect(found).toMatchObject({ is_valid: true, is_ready: true, is_owned: true })
    expect(found.draft).toMatchObject({ ...wanted, keys: [{ column: name }, {}], where: expect.any(String) })
    const { fingerprint } = found
    const edited = {
      ...found.draft,
      name: 'renamed',
      comment: null,
      parameters: [{ name: 'fillfactor', value: '70' }],
    }
    expect(await apply({ object: 'index', action: 'edit', id, fingerprint, draft: edited })).toMatchObject({
      status: 200,
      body: { id },
    })
    const after = await read(id)
    expect(after.draft).toEqual(edited)
    const reset = { ...after.draft, parameters: [] }
    const { fingerprint: next } = after
    expect(
      (await apply({ object: 'index', action: 'edit', id, fingerprint: next, draft: reset })).status,
    ).toBe(200)
    const rebuilt = await apply(await rebuild(`${quoted}.renamed`))
    expect([rebuilt.status, rebuilt.body.is_running]).toEqual([200, false])
    // PostgreSQL builds another index, which takes the place of this one.
    expect(rebuilt.body.id).not.toBe(id)
    const { fingerprint: last } = await read(rebuilt.body.id!)
    const copied = await apply({ object: 'index', action: 'create', draft: { ...reset, name } })
    expect((await read(copied.body.id!)).draft).toEqual({ ...reset, name })
    expect(
      await apply({
        object: 'index',
        action: 'drop',
        id: rebuilt.body.id!,
        fingerprint: last,
        cascade: false,
        concurrently: true,
      }),
    ).toMatchObject({ status: 200, body: { id: null, is_running: false } })
    expect((await list({ schema: name })).objects).toMatchObject([{ name }])
    await project.sql(`drop schema ${quoted} cascade`)
  },
)

const qualified = (name: string) => ({ schema: 'pg_catalog', name })
const shapes: [title: string, more: Partial<IndexDraft>][] = [
  [
    'a unique index without NULL twice',
    { is_unique: true, nulls_not_distinct: true, keys: [key({ column: 'name' })] },
  ],
  [
    'orders, NULLs, a class and a collation',
    {
      keys: [
        key({ column: 'price', is_descending: true, is_nulls_first: true }),
        key({ column: 'id', is_descending: true }),
        key({ column: 'code', is_nulls_first: true }),
        key({ column: 'name', operator_class: qualified('text_pattern_ops'), collation: qualified('C') }),
      ],
    },
  ],
  ['included columns', { include: ['price', 'tags'], keys: [key({ column: 'name' })] }],
  ['hash', { method: 'hash', keys: [key({ column: 'name' })] }],
  [
    'gin',
    { method: 'gin', keys: [key({ column: 'tags' })], parameters: [{ name: 'fastupdate', value: 'off' }] },
  ],
  ['gist', { method: 'gist', keys: [key({ column: 'area' })] }],
  [
    'spgist',
    { method: 'spgist', keys: [key({ column: 'area', operator_class: qualified('kd_point_ops') })] },
  ],
  [
    'brin',
    { method: 'brin', keys: [key({ column: 'id' })], parameters: [{ name: 'pages_per_range', value: '8' }] },
  ],
  [
    'an expression and a condition',
    { keys: [key({ expression: '(price * (2)::numeric)' })], where: '(price > (1)::numeric)' },
  ],
  ['a build that blocks writers', { concurrently: false }],
]
test.each(shapes)('%s comes back as it was asked for, and its SQL makes it again', async (_title, more) => {
  const wanted = draft(more)
  const { status, body } = await apply(create(more))
  expect([status, body]).toMatchObject([200, { id: expect.any(Number) }])
  const found = await read(body.id!)
  expect(found.draft).toEqual({ ...wanted, concurrently: true })
  const planned = await plan({ object: 'index', action: 'create', draft: found.draft })
  await project.sql('drop index shop.new')
  for (const { sql } of planned.statements) await project.sql(sql)
  const again = await readBy('shop.new')
  expect([again.draft, again.definition]).toEqual([found.draft, found.definition])
})

test('the methods can do what PostgreSQL says that they can', async () => {
  const rows = await project.sql(`
    select amname as name, pg_indexam_has_property(oid, 'can_order') as "isOrdered",
      pg_indexam_has_property(oid, 'can_unique') as "canBeUnique",
      pg_indexam_has_property(oid, 'can_include') as "canInclude",
      pg_indexam_has_property(oid, 'can_multi_col') as "isMulticolumn"
    from pg_am where amtype = 'i'`)
  for (const { name, ...facts } of rows) expect([name, indexMethods[name]]).toEqual([name, facts])
  expect(rows).toHaveLength(Object.keys(indexMethods).length)
})

test('a form is offered the tables, columns, operator classes and collations that exist', async () => {
  await project.sql('create table shop.parts (id int) partition by range (id)')
  const { body } = await ask(listIndexChoices, { query: { schema: 'shop', table: 'shirts' } })
  expect(body.tables).toEqual([
    { name: 'parts', is_partitioned: true, is_view: false },
    { name: 'shirts', is_partitioned: false, is_view: false },
  ])
  expect(body.columns).toContainEqual({ name: 'code', type: 'character varying(10)' })
  expect(body.classes).toContainEqual(
    expect.objectContaining({ method: 'btree', name: 'text_pattern_ops', is_default: false }),
  )
  expect(body.collations).toContainEqual(qualified('C'))
  const without = await ask(listIndexChoices, { query: { schema: 'no"where' } })
  expect(without.body).toMatchObject({ tables: [], columns: [] })
})

describe('what is wrong is told at its field, and nothing is built', () => {
  const column = key({ column: 'name' })
  const cases: [title: string, change: () => Promise<ObjectChange>, path: string, message: RegExp][] = [
    ['no name', async () => create({ name: ' ' }), 'name', /Name the index/],
    ['a long name', async () => create({ name: 'ü'.repeat(32) }), 'name', /64 bytes/],
    ['no table', async () => create({ table: '' }), 'table', /Choose the table/],
    ['no columns', async () => create({ keys: [] }), 'keys', /at least one/],
    ['too many columns', async () => create({ keys: Array(33).fill(column) }), 'keys', /at most 32/],
    ['no column chosen', async () => create({ keys: [key({ column: '' })] }), 'keys.0', /Choose a column/],
    [
      'an open expression',
      async () => create({ keys: [key({ expression: 'lower(name' })] }),
      'keys.0',
      /not closed/,
    ],
    ['two statements', async () => create({ where: 'true; drop table shop.shirts' }), 'where', /semicolon/],
    ['a unique gin', async () => create({ method: 'gin', is_unique: true }), 'is_unique', /Only btree/],
    [
      'two columns in hash',
      async () => create({ method: 'hash', keys: [column, column] }),
      'keys',
      /one column/,
    ],
    [
      'an order in gist',
      async () => create({ method: 'gist', keys: [key({ column: 'area', is_descending: true })] }),
      'keys.0',
      /no order/,
    ],
    [
      'included columns in brin',
      async () => create({ method: 'brin', include: ['name'] }),
      'include',
      /cannot include/,
    ],
    ['an unknown method', async () => create({ method: 'lsm' }), 'method', /no index method lsm/],
    [
      'NULLs of an index that is not unique',
      async () => create({ nulls_not_distinct: true }),
      'nulls_not_distinct',
      /unique/,
    ],
    [
      'a strange parameter',
      async () => create({ parameters: [{ name: 'a=1)', value: '1' }] }),
      'parameters.0',
      /Name the parameter/,
    ],
    [
      'a protected schema',
      async () => create({ schema: 'auth', table: 'users' }),
      'schema',
      /can only be read/,
    ],
    ['a name that is taken', async () => create({ name: 'by_name' }), 'name', /already exists/],
    [
      'a column that does not exist',
      async () => create({ keys: [column, key({ expression: 'nothing' })] }),
      'keys.1',
      /does not exist/,
    ],
    ['a condition that is no condition', async () => create({ where: 'price' }), 'where', /boolean/],
    [
      'other columns',
      () => edit('shop.by_name', () => ({ keys: [key({ column: 'id' })] })),
      'keys',
      /cannot change this/,
    ],
    ['another table', () => edit('shop.by_name', () => ({ table: 'hats' })), 'table', /cannot change this/],
    ['an index of a constraint', () => drop('shop.shirts_pkey'), 'name', /constraint shirts_pkey/],
  ]
  test.each(cases)('%s', async (_title, change, path, message) => {
    const refused = await apply(await change())
    expect([refused.status, refused.body.details?.issues?.[0]]).toEqual([
      400,
      { path, message: expect.stringMatching(message) },
    ])
    expect(await namesOf()).toEqual(['by_name', 'shirts_pkey'])
  })
})

test('a unique index over duplicates says which, is left invalid, and is rebuilt once they are gone', async () => {
  const refused = await apply(create({ is_unique: true }))
  expect([refused.status, refused.body.code]).toEqual([400, 'sql_failed'])
  expect(refused.body.message).toMatch(/price.*is duplicated.*left, marked as invalid/s)
  expect(await namesOf({ state: 'invalid' })).toEqual(['new'])
  expect(await readBy('shop.new')).toMatchObject({ is_valid: false })
  await project.sql('update shop.shirts set price = id')
  expect((await apply(await rebuild('shop.new'))).status).toBe(200)
  expect(await readBy('shop.new')).toMatchObject({ is_valid: true })
  const { body } = await ask(listChanges, { query: { search: 'unique index concurrently "new"' } })
  expect(body.changes[0]).toMatchObject({ origin: 'database_pages', outcome: 'failed' })
})

test('an index on an expression that fails is left invalid, and dropped', async () => {
  const refused = await apply(create({ keys: [key({ expression: '1 / (id - 5)' })] }))
  expect(refused.body.message).toMatch(/Division by zero.*invalid/s)
  expect((await apply(await drop('shop.new'))).status).toBe(200)
  expect(await namesOf()).toEqual(['by_name', 'shirts_pkey'])
})

test('a rebuild that fails names what it left, which can be dropped', async () => {
  await project.sql(`
    create function shop.checked(int) returns int immutable language plpgsql as
      'begin if $1 = 5 and exists (select from pg_tables where tablename = ''broken'') then raise ''broken''; end if; return $1; end';
    create index of_function on shop.shirts (shop.checked(id));
    create table shop.broken ()`)
  const refused = await apply(await rebuild('shop.of_function'))
  expect(refused.body.message).toMatch(/Broken.*invalid/s)
  expect(await namesOf({ state: 'invalid' })).toEqual(['of_function_ccnew'])
  expect(await readBy('shop.of_function')).toMatchObject({ is_valid: true })
  expect((await apply(await drop('shop.of_function_ccnew'))).status).toBe(200)
})

test('a build that waits goes on after the request, is seen with what it waits for, and its cancel ends it', async () => {
  const blocker = await project.opened.connect()
  await blocker.query('begin; insert into shop.shirts values (1000)')
  const { rows } = await blocker.query('select pg_backend_pid() as pid')
  const begun = await apply(create())
  expect([begun.status, begun.body]).toEqual([200, { id: null, is_running: true }])
  const build = await waitFor(async () => (await builds()).builds.find(({ phase }) => phase !== null))
  expect(build).toMatchObject({
    phase: 'waiting for writers before build',
    index: 'new',
    table: 'shirts',
    schema: 'shop',
    role: 'postgres',
    lockers_total: 1,
    waits_for: [{ pid: rows[0].pid, state: 'idle in transaction', role: 'postgres' }],
  })
  expect(build.sql).toContain('create index concurrently "new"')
  expect(await readBy('shop.new')).toMatchObject({ is_valid: false })
  const { pid, connected_at } = build
  const ended = await ask(endActivity, {
    params: { ref: project.ref, pid: String(pid) },
    query: {},
    body: { connected_at, how: 'cancel' },
  })
  expect(ended.status).toBe(200)
  await waitFor(async () => (await builds()).builds.length === 0)
  expect(
    await project.sql(
      `select from pg_stat_activity where query like 'create index concurrently%' and state = 'active'`,
    ),
  ).toEqual([])
  await waitFor(async () => (await builds()).failures.length > 0)
  expect((await builds()).failures[0]).toMatchObject({
    message: expect.stringMatching(/It was cancelled.*invalid/s),
    started_by: expect.stringContaining('@'),
  })
  await blocker.query('rollback')
  await blocker.end()
  expect(await namesOf({ state: 'invalid' })).toEqual(['new'])
  expect((await apply(await drop('shop.new'))).status).toBe(200)
})

test('a build that waited is complete once what it waited for has ended, and open pages are told', async () => {
  const blocker = await project.opened.connect()
  await blocker.query('begin; insert into shop.shirts values (1000)')
  const seen: unknown[] = []
  const unsubscribe = project.opened.bus.subscribe((_organization, event) => seen.push(event))
  expect((await apply(create({ comment: 'late' }))).body.is_running).toBe(true)
  const before = seen.length
  await blocker.query('commit')
  await blocker.end()
  await waitFor(() => seen.length > before)
  unsubscribe()
  expect(await readBy('shop.new')).toMatchObject({ is_valid: true, draft: { comment: 'late' } })
  const { body } = await ask(listChanges, { query: { search: '"new"' } })
  expect(body.changes[0]).toMatchObject({ outcome: 'done' })
})

test('a change that waits too long for a lock inside a transaction says so', async () => {
  const blocker = await project.opened.connect()
  await blocker.query('begin; lock table shop.shirts')
  const refused = await apply(create({ concurrently: false }))
  expect(refused.body.message).toMatch(/locked for 5 seconds/)
  await blocker.end()
})

test('an index that someone else has changed since is left alone', async () => {
  const change = await drop('shop.by_name')
  await project.sql('alter index shop.by_name rename to theirs')
  expect((await apply(change)).status).toBe(409)
  expect(await namesOf()).toContain('theirs')
})

test('a foreign key that needs a unique index is listed before a drop, and goes with cascade', async () => {
  await project.sql(`
    create unique index by_code on shop.shirts (code);
    create table shop.sales (code varchar(10) references shop.shirts (code))`)
  const change = await drop('shop.by_code', { concurrently: false })
  const planned = await plan(change)
  expect(planned.dependents.join()).toMatch(/constraint sales_code_fkey/)
  expect((await apply(change)).status).toBe(400)
  expect((await apply(await drop('shop.by_code', { concurrently: false, cascade: true }))).status).toBe(200)
})

test('indexes of partitioned tables and of their parts are told apart', async () => {
  await project.sql(`
    create table shop.parts (id int) partition by range (id);
    create table shop.part_1 partition of shop.parts for values from (0) to (10);
    create index on shop.parts (id)`)
  const whole = await readBy('shop.parts_id_idx')
  expect(whole).toMatchObject({ is_partitioned: true, table_kind: 'p', draft: { concurrently: false } })
  const part = await readBy('shop.part_1_id_idx')
  expect(part).toMatchObject({ is_partitioned: false, parent: { schema: 'shop', name: 'parts_id_idx' } })
  expect(part.refusals.drop).toMatch(/part of the index shop.parts_id_idx/)
  const refused = await apply(create({ table: 'parts', keys: [key({ column: 'id' })] }))
  expect(refused.body.message).toMatch(/partitioned table.*concurrently/)
})

test('a read-only member reads indexes and builds, and cannot change them', async () => {
  const { id, fingerprint, is_owned } = await read(await idOf('shop.by_name'), project.reader)
  expect(is_owned).toBe(false)
  expect((await ask(listIndexBuilds, {}, project.reader)).status).toBe(200)
  expect((await apply({ object: 'index', action: 'rebuild', id, fingerprint }, project.reader)).status).toBe(
    403,
  )
})
