import { EVERY_SHAPE } from '@basalt/catalog/every-shape.fixture.ts'
import { metaColumns } from '@basalt/catalog/pg-meta/columns.ts'
import { metaTypes } from '@basalt/catalog/pg-meta/data-types.ts'
import { metaExtensions } from '@basalt/catalog/pg-meta/extensions.ts'
import { metaFunctions } from '@basalt/catalog/pg-meta/functions.ts'
import { metaIndexes } from '@basalt/catalog/pg-meta/indexes.ts'
import type { JsonRow, MetaSelection } from '@basalt/catalog/pg-meta/meta-selection.ts'
import { metaPolicies } from '@basalt/catalog/pg-meta/policies.ts'
import { metaColumnPrivileges, metaTablePrivileges } from '@basalt/catalog/pg-meta/privileges.ts'
import { metaPublications } from '@basalt/catalog/pg-meta/publications.ts'
import { metaRoles } from '@basalt/catalog/pg-meta/roles.ts'
import { metaTables } from '@basalt/catalog/pg-meta/tables.ts'
import { metaTriggers } from '@basalt/catalog/pg-meta/triggers.ts'
import { metaForeignTables, metaMaterializedViews, metaViews } from '@basalt/catalog/pg-meta/views.ts'
import { MetaColumn } from '@basalt/contract/pg-meta/columns.schema.ts'
import { MetaType } from '@basalt/contract/pg-meta/data-types.schema.ts'
import { MetaExtension } from '@basalt/contract/pg-meta/extensions.schema.ts'
import { MetaFunction } from '@basalt/contract/pg-meta/functions.schema.ts'
import { MetaIndex } from '@basalt/contract/pg-meta/indexes.schema.ts'
import { MetaPolicy } from '@basalt/contract/pg-meta/policies.schema.ts'
import { MetaColumnPrivileges, MetaTablePrivileges } from '@basalt/contract/pg-meta/privileges.schema.ts'
import { MetaPublication } from '@basalt/contract/pg-meta/publications.schema.ts'
import { MetaRole } from '@basalt/contract/pg-meta/roles.schema.ts'
import { MetaTable } from '@basalt/contract/pg-meta/tables.schema.ts'
import { MetaTrigger } from '@basalt/contract/pg-meta/triggers.schema.ts'
import { MetaForeignTable, MetaMaterializedView, MetaView } from '@basalt/contract/pg-meta/views.schema.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { MORE_SHAPES, moreRoles } from './more-shapes.fixture.ts'

const SHOP = "o'dd Shop"
const shop = { included: [SHOP] }
/** Roles are shared with other tests on the same server. */
const BOSS = `the "boss" ${process.pid}`

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let client: pg.Client
let superuser: string
const oids: Record<string, number> = {}
beforeAll(async () => {
  database = await createThrowawayDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(EVERY_SHAPE)
  await client.query(moreRoles(BOSS))
  await client.query(MORE_SHAPES(BOSS))
  const { rows } = await client.query('select current_user as me')
  superuser = rows[0].me
  const found = await client.query(
    `select relname, c.oid::int from pg_class c where relnamespace = '"o''dd Shop"'::regnamespace
     union all select typname, t.oid::int from pg_type t where typtype = 'e' or typname in ('_int4', '_mood')`,
  )
  for (const { relname, oid } of found.rows) oids[relname] = oid
})
afterAll(async () => {
  await client.query(`drop owned by ${pg.escapeIdentifier(BOSS)}; drop role ${pg.escapeIdentifier(BOSS)}`)
  await client.end()
  await database.drop()
})

/** The objects that a statement finds. They have exactly the fields of their shape in the contract. */
async function read<Shape extends z.ZodType>(shape: Shape, statement: string): Promise<z.output<Shape>[]> {
  const { rows } = await client.query<JsonRow>(statement)
  return rows.map(({ json }) => {
    const object = JSON.parse(json)
    expect(shape.parse(object)).toEqual(object)
    return object as z.output<Shape>
  })
}

const named = <Row extends { name: string }>(rows: readonly Row[], name: string) => {
  const found = rows.filter((row) => row.name === name)
  expect(found.map((row) => row.name)).toEqual([name])
  return found[0]!
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort()

test('columns have their types, defaults, generation, identity, keys, checks, labels and comments', async () => {
  const rows = await read(MetaColumn, metaColumns(shop))
  const of = (table: string, name: string) =>
    named(
      rows.filter((row) => row.table === table),
      name,
    )
  expect(of('customers', 'id')).toEqual({
    table_id: oids.customers,
    schema: SHOP,
    table: 'customers',
    id: `${oids.customers}.1`,
    ordinal_position: 1,
    name: 'id',
    default_value: null,
    data_type: 'bigint',
    format: 'int8',
    is_identity: true,
    identity_generation: 'ALWAYS',
    is_generated: false,
    is_nullable: false,
    is_updatable: true,
    is_unique: false,
    enums: [],
    check: null,
    comment: null,
  })
  expect(of('customers', 'Créé')).toMatchObject({
    data_type: 'timestamp with time zone',
    format: 'timestamptz',
    default_value: 'now()',
  })
  expect(of('customers', 'mood')).toMatchObject({
    data_type: 'USER-DEFINED',
    format: 'mood',
    enums: ['sad', "it's fine"],
    comment: 'Of this morning',
    is_nullable: true,
  })
  // A dropped column leaves a gap.
  expect(of('customers', 'tags')).toMatchObject({
    ordinal_position: 9,
    data_type: 'ARRAY',
    format: '_varchar',
  })
  // A domain shows its base type, and its own NOT NULL.
  expect(of('customers', 'price')).toMatchObject({
    data_type: 'integer',
    format: 'int4',
    is_nullable: false,
    check: null,
  })
  expect(of('customers', 'name')).toMatchObject({ check: 'length(name) < 100', is_unique: false })
  const generated = ['doubled', 'shown'].map((name) => of('customers', name))
  expect(generated).toMatchObject([
    { is_generated: true, default_value: '(id * 2)' },
    { is_generated: true, default_value: 'lower(name)' },
  ])
  expect(of('wide', 'select')).toMatchObject({
    data_type: 'ARRAY',
    format: '_mood',
    enums: ['sad', "it's fine"],
  })
  expect(of('wide', '1st é')).toMatchObject({ is_unique: true, check: `"1st é"::text <> 'x'::text` })
  expect(of('wide', 'second')).toMatchObject({ identity_generation: 'BY DEFAULT', check: 'second < 10' })
  expect(of('wide', 'domained').check).toBe('domained::integer > 0')
  const updatable = rows.filter((row) => ['adults', 'counted', 'sums', 'distant'].includes(row.table))
  expect(updatable.map((row) => [row.table, row.name, row.is_updatable])).toEqual([
    ['distant', 'id', false],
    ['adults', 'id', true],
    ['adults', 'name', true],
    ['counted', 'count', false],
    ['sums', 'sum', false],
  ])
  const one = metaColumns({ column: { relation: oids.wide!, number: 6 } })
  expect(await read(MetaColumn, one)).toEqual([of('wide', '1st é')])
})

test('tables come with their columns, keys in order, and foreign keys from both ends', async () => {
  const rows = await read(MetaTable, metaTables({ ...shop, withColumns: true }))
  expect(namesOf(rows)).toEqual([
    'child',
    'customers',
    'orders',
    'parent',
    'parts',
    'parts_2026',
    'scratch',
    'special',
    'wide',
  ])
  const { columns, relationships, ...customers } = named(rows, 'customers')
  expect(customers).toEqual({
    id: oids.customers,
    schema: SHOP,
    name: 'customers',
    rls_enabled: true,
    rls_forced: true,
    replica_identity: 'DEFAULT',
    bytes: expect.any(Number),
    size: expect.stringMatching(/ (bytes|kB)$/),
    live_rows_estimate: 0,
    dead_rows_estimate: 0,
    comment: 'Who buys',
    primary_keys: [{ table_id: oids.customers, schema: SHOP, table_name: 'customers', name: 'id' }],
  })
  expect(customers.bytes).toBeGreaterThan(0)
  const listed = (await read(MetaColumn, metaColumns(shop))).filter(({ table }) => table === 'customers')
  expect(columns).toEqual(listed)
  expect(relationships).toMatchObject([{ source_table_name: 'orders', target_column_name: 'id' }])
  expect(named(rows, 'orders').replica_identity).toBe('FULL')
  expect(named(rows, 'parent').primary_keys.map(({ name }) => name)).toEqual(['b', 'a'])
  const child = named(rows, 'child')
  const pair = (source: string, table: string, target: string) => ({
    id: expect.any(Number),
    constraint_name: expect.any(String),
    source_schema: SHOP,
    source_table_name: 'child',
    source_column_name: source,
    target_table_schema: SHOP,
    target_table_name: table,
    target_column_name: target,
  })
  const composite = [pair('y', 'parent', 'b'), pair('x', 'parent', 'a')]
  expect(child.relationships).toEqual(expect.arrayContaining([...composite, pair('id', 'child', 'id')]))
  expect(child.relationships).toHaveLength(3)
  expect(named(rows, 'parent').relationships).toEqual(composite)
  const bare = await read(MetaTable, metaTables({ ...shop, withColumns: false }))
  expect(bare.every((row) => row.columns === undefined)).toBe(true)
  expect(await read(MetaTable, metaTables({ id: oids.child!, withColumns: true }))).toEqual([child])
})

test('views, materialized views and foreign tables say what can be done with them', async () => {
  const selection = { ...shop, withColumns: true }
  const views = await read(MetaView, metaViews(selection))
  expect(views.map(({ name, is_updatable, comment }) => [name, is_updatable, comment])).toEqual([
    ['adults', true, 'Without a check'],
    ['counted', false, null],
    ["v'w", true, "A 'view'"],
    ['instead', false, null],
  ])
  expect(named(views, "v'w").columns?.map(({ name, format }) => [name, format])).toEqual([
    ['id', 'int8'],
    ['n', 'text'],
  ])
  expect(await read(MetaMaterializedView, metaMaterializedViews(selection))).toMatchObject([
    { name: 'sums', is_populated: false, columns: [{ name: 'sum', data_type: 'numeric' }] },
  ])
  expect(await read(MetaForeignTable, metaForeignTables(selection))).toMatchObject([
    { name: 'distant', columns: [{ name: 'id', is_updatable: false }] },
  ])
})

test('functions have their arguments, overloads apart, without procedures, aggregates and window functions', async () => {
  const rows = await read(MetaFunction, metaFunctions(shop))
  const names = namesOf(rows).filter((name) => !/span|mood/.test(name))
  expect(names).toEqual(['added', 'listed', 'mixed', 'mixed', 'noticed', 'touched', 'whole'])
  expect(named(rows, 'added')).toEqual({
    id: expect.any(Number),
    schema: SHOP,
    name: 'added',
    language: 'sql',
    definition: 'select a + b',
    complete_statement: expect.stringMatching(/^CREATE OR REPLACE FUNCTION "o'dd Shop"\.added\(/),
    args: [
      { mode: 'in', name: 'a', type_id: 23, has_default: false },
      { mode: 'in', name: 'b', type_id: 23, has_default: true },
    ],
    argument_types: 'a integer, b integer DEFAULT 2',
    identity_argument_types: 'a integer, b integer',
    return_type_id: 23,
    return_type: 'integer',
    return_type_relation_id: null,
    is_set_returning_function: false,
    prorows: null,
    behavior: 'IMMUTABLE',
    security_definer: false,
    config_params: { search_path: '""' },
  })
  const [mixed, overload] = rows.filter(({ name }) => name === 'mixed')
  expect(mixed).toMatchObject({
    args: [
      { mode: 'in', name: 'a', type_id: 23, has_default: false },
      { mode: 'out', name: 'b', type_id: 25, has_default: false },
      { mode: 'inout', name: 'c', type_id: 23, has_default: true },
      { mode: 'variadic', name: 'd', type_id: oids._int4, has_default: true },
    ],
    return_type: 'record',
    config_params: { work_mem: '4MB', search_path: '"a, b=c"' },
  })
  expect(overload).toMatchObject({
    args: [{ mode: 'in', name: '', has_default: false }],
    argument_types: 'text',
  })
  expect(named(rows, 'listed')).toMatchObject({
    args: [
      { mode: 'in', name: 'n' },
      { mode: 'table', name: 'one' },
      { mode: 'table', name: 'tw o' },
    ],
    is_set_returning_function: true,
    prorows: 7,
    behavior: 'STABLE',
    security_definer: true,
    config_params: null,
  })
  expect(named(rows, 'whole')).toMatchObject({
    definition: expect.stringContaining('BEGIN ATOMIC'),
    return_type_relation_id: oids.customers,
  })
  const builtIn = await read(MetaFunction, metaFunctions({ included: ['pg_catalog'], withSystem: true }))
  expect(builtIn.length).toBeGreaterThan(2000)
  expect(named(builtIn, 'pg_backend_pid')).toMatchObject({ definition: '', language: 'internal' })
})

test('triggers have all events, the condition, and arguments in any alphabet', async () => {
  const rows = await read(MetaTrigger, metaTriggers(shop))
  expect(namesOf(rows)).toEqual(['counts', 'emptied', 'touches', 'wh"en', 'writes'])
  expect(named(rows, 'touches')).toEqual({
    id: expect.any(Number),
    table_id: oids.customers,
    enabled_mode: 'ORIGIN',
    function_args: ['one'],
    name: 'touches',
    table: 'customers',
    schema: SHOP,
    condition: "(new.name <> ''::text)",
    orientation: 'ROW',
    activation: 'BEFORE',
    events: ['INSERT', 'UPDATE'],
    function_name: 'touched',
    function_schema: SHOP,
  })
  expect(named(rows, 'counts')).toMatchObject({
    activation: 'AFTER',
    orientation: 'STATEMENT',
    events: ['DELETE', 'TRUNCATE'],
    condition: null,
    function_args: [],
  })
  expect(named(rows, 'emptied')).toMatchObject({ events: ['TRUNCATE'], enabled_mode: 'ALWAYS' })
  expect(named(rows, 'writes').activation).toBe('INSTEAD OF')
  expect(named(rows, 'wh"en').function_args).toEqual(['', 'é\\ü', 'a, b'])
})

test('types have labels and fields; row types are left out, and arrays unless asked for', async () => {
  const rows = await read(MetaType, metaTypes(shop))
  expect(namesOf(rows)).toEqual([
    'mood',
    'mood_multirange',
    'mood_range',
    'pair',
    'positive',
    'span',
    'span_multirange',
  ])
  expect(named(rows, 'mood')).toEqual({
    id: oids.mood,
    name: 'mood',
    schema: SHOP,
    format: `"o'dd Shop".mood`,
    enums: ['sad', "it's fine"],
    attributes: [],
    comment: 'How one is',
    type_relation_id: null,
  })
  expect(named(rows, 'pair')).toMatchObject({
    attributes: [
      { name: 'x', type_id: 23 },
      { name: 'y', type_id: 25 },
      { name: 'z z', type_id: oids._mood },
    ],
    type_relation_id: oids.pair,
  })
  const withArrays = namesOf(await read(MetaType, metaTypes({ ...shop, withArrays: true })))
  expect(withArrays).toEqual(expect.arrayContaining(['_mood', '_pair', 'mood']))
  expect(withArrays).not.toContain('customers')
})

test('policies have their roles, command and expressions', async () => {
  const rows = await read(MetaPolicy, metaPolicies(shop))
  expect(namesOf(rows)).toEqual(['adds', 'everybody', 'never', "o'nly"])
  expect(named(rows, "o'nly")).toEqual({
    id: expect.any(Number),
    schema: SHOP,
    table: 'wide',
    table_id: oids.wide,
    name: "o'nly",
    action: 'PERMISSIVE',
    roles: ['pg_monitor', BOSS],
    command: 'UPDATE',
    definition: '(second > 1)',
    check: '(second > 2)',
  })
  expect(named(rows, 'never')).toMatchObject({ action: 'RESTRICTIVE', command: 'DELETE', check: null })
  expect(named(rows, 'everybody')).toMatchObject({ roles: ['public'], command: 'ALL' })
  expect(named(rows, 'adds')).toMatchObject({ definition: null, check: 'true' })
})

test('publications list the tables they name, and null for all', async () => {
  const rows = await read(MetaPublication, metaPublications())
  expect(named(rows, 'chosen')).toEqual({
    id: expect.any(Number),
    name: 'chosen',
    owner: superuser,
    publish_insert: true,
    publish_update: false,
    publish_delete: true,
    publish_truncate: false,
    tables: [{ id: oids.customers, name: 'customers', schema: SHOP }],
  })
  expect(named(rows, 'everything').tables).toBeNull()
  expect(named(rows, 'nearby').tables).toEqual([])
  expect(named(rows, 'nothing')).toMatchObject({ owner: BOSS, tables: [] })
})

test('extensions are those that can be installed, with their schema once they are', async () => {
  const rows = await read(MetaExtension, metaExtensions())
  expect(named(rows, 'plpgsql')).toMatchObject({ schema: 'pg_catalog', installed_version: '1.0' })
  expect(named(rows, 'hstore')).toMatchObject({ schema: null, installed_version: null })
  expect(rows.map(({ name }) => name)).toEqual(namesOf(rows))
  expect(await read(MetaExtension, metaExtensions({ name: 'hstore' }))).toEqual([named(rows, 'hstore')])
  expect(await read(MetaExtension, metaExtensions({ name: "it's" }))).toEqual([])
})

test('roles have their attributes and settings, and no password', async () => {
  const rows = await read(MetaRole, metaRoles())
  expect(named(rows, BOSS)).toEqual({
    id: expect.any(Number),
    name: BOSS,
    is_superuser: false,
    can_create_db: true,
    can_create_role: false,
    inherit_role: true,
    can_login: false,
    is_replication_role: false,
    can_bypass_rls: false,
    active_connections: 0,
    connection_limit: 3,
    password: '********',
    valid_until: expect.stringMatching(/^2040-01-0\d \d\d:/),
    config: { search_path: '"a, b=c"' },
  })
  expect(named(rows, superuser)).toMatchObject({ is_superuser: true, config: null })
  expect(named(rows, superuser).active_connections).toBeGreaterThan(0)
  expect(rows.some(({ name }) => name.startsWith('pg_'))).toBe(false)
  expect(namesOf(await read(MetaRole, metaRoles({ withPredefined: true })))).toContain('pg_monitor')
})

test('privileges on tables include the owner’s, and those on columns also their table’s', async () => {
  const onTables = await read(MetaTablePrivileges, metaTablePrivileges(shop))
  const kinds = ['wide', 'adults', 'sums', 'distant', 'parts'].map((name) => named(onTables, name).kind)
  expect(kinds).toEqual(['table', 'view', 'materialized_view', 'foreign_table', 'partitioned_table'])
  const { privileges } = named(onTables, 'adults')
  expect(privileges).toContainEqual({
    grantor: superuser,
    grantee: 'PUBLIC',
    privilege_type: 'SELECT',
    is_grantable: false,
  })
  expect(privileges).toContainEqual({
    grantor: superuser,
    grantee: 'pg_monitor',
    privilege_type: 'INSERT',
    is_grantable: true,
  })
  expect(privileges.filter(({ grantee }) => grantee === superuser)).toHaveLength(8)

  const onColumns = await read(MetaColumnPrivileges, metaColumnPrivileges(shop))
  const column = onColumns.find(({ column_id }) => column_id === `${oids.wide}.6`)!
  expect(column).toMatchObject({
    relation_schema: SHOP,
    relation_name: 'wide',
    column_name: '1st é',
  })
  const granted = (grantee: string) =>
    column.privileges.filter((one) => one.grantee === grantee).map((one) => one.privilege_type)
  expect(granted('PUBLIC')).toEqual(['SELECT', 'UPDATE'])
  expect(granted(BOSS)).toEqual(['INSERT', 'REFERENCES', 'SELECT', 'UPDATE'])
  expect(column.privileges.filter((one) => one.grantee === BOSS).every((one) => one.is_grantable)).toBe(true)
})

test('all indexes are listed with every column, expressions too, and their condition as SQL', async () => {
  const rows = await read(MetaIndex, metaIndexes(shop))
  const expressed = rows.find(({ id }) => id === oids.expressed)
  expect(expressed).toEqual({
    id: oids.expressed,
    table_id: oids.child,
    schema: SHOP,
    number_of_attributes: 3,
    number_of_key_attributes: 2,
    is_unique: false,
    is_primary: false,
    is_exclusion: false,
    is_immediate: true,
    is_clustered: false,
    is_valid: true,
    check_xmin: expect.any(Boolean),
    is_ready: true,
    is_live: true,
    is_replica_identity: false,
    key_attributes: [0, 3, 1],
    collation: [0, 0],
    class: [expect.any(Number), expect.any(Number)],
    options: [0, 3],
    index_predicate: '((x > 0) AND (y IS NOT NULL))',
    comment: null,
    index_definition: expect.stringMatching(/^CREATE INDEX expressed ON "o'dd Shop".child USING btree /),
    access_method: 'btree',
    index_attributes: [
      { attribute_number: 1, attribute_name: 'expr', data_type: 'integer' },
      { attribute_number: 2, attribute_name: 'y', data_type: 'integer' },
      { attribute_number: 3, attribute_name: 'id', data_type: 'integer' },
    ],
  })
  const { rows: counted } = await client.query(
    `select count(*)::int as n from pg_class where relkind in ('i', 'I') and relnamespace = '"o''dd Shop"'::regnamespace`,
  )
  expect(rows).toHaveLength(counted[0].n)
})

const everyList: Record<string, [shape: z.ZodType, list: (selection: MetaSelection) => string]> = {
  tables: [MetaTable, (selection) => metaTables({ ...selection, withColumns: true })],
  views: [MetaView, (selection) => metaViews({ ...selection, withColumns: true })],
  'materialized views': [
    MetaMaterializedView,
    (selection) => metaMaterializedViews({ ...selection, withColumns: true }),
  ],
  'foreign tables': [MetaForeignTable, (selection) => metaForeignTables({ ...selection, withColumns: true })],
  columns: [MetaColumn, metaColumns],
  functions: [MetaFunction, metaFunctions],
  triggers: [MetaTrigger, metaTriggers],
  types: [MetaType, metaTypes],
  policies: [MetaPolicy, metaPolicies],
  'table privileges': [MetaTablePrivileges, metaTablePrivileges],
  'column privileges': [MetaColumnPrivileges, metaColumnPrivileges],
  indexes: [MetaIndex, metaIndexes],
}

test.each(Object.entries(everyList))(
  'pages of %s make up the whole list, and excluded and system schemas are left out',
  async (_kind, [shape, list]) => {
    const all = await read(shape, list({}))
    expect(all.length).toBeGreaterThan(0)
    const schemaOf = (row: unknown) => {
      const { schema, relation_schema } = row as { schema?: string; relation_schema?: string }
      return schema ?? relation_schema
    }
    expect(new Set(all.map(schemaOf))).not.toContain('pg_catalog')
    const size = Math.ceil(all.length / 3)
    const pages = []
    for (const offset of [0, size, 2 * size])
      pages.push(...(await read(shape, list({ limit: size, offset }))))
    expect(pages).toEqual(all)
    const mine = await read(shape, list(shop))
    expect(mine).toEqual(all.filter((row) => schemaOf(row) === SHOP))
    expect(await read(shape, list({ excluded: [SHOP] }))).toEqual(all.filter((row) => schemaOf(row) !== SHOP))
    expect(await read(shape, list({ included: [] }))).toEqual(all)
    expect(await read(shape, list({ included: ["no'such"] }))).toEqual([])
    expect((await read(shape, list({ withSystem: true }))).length).toBeGreaterThanOrEqual(all.length)
  },
)

test('a role without privileges sees no tables, columns or their privileges, and one with a column only that', async () => {
  await client.query(
    `create role "nobody ${process.pid}"; grant select (moody) on "o'dd Shop".wide to "nobody ${process.pid}"`,
  )
  await client.query(`set role "nobody ${process.pid}"`)
  try {
    const columns = await read(MetaColumn, metaColumns(shop))
    const seen = columns.map(({ table, name }) => [table, name])
    expect(seen).toContainEqual(['wide', 'moody'])
    expect(seen.map(([table]) => table)).not.toContain('customers')
    const tables = await read(MetaTable, metaTables({ ...shop, withColumns: true }))
    // The sixth column is granted to PUBLIC.
    expect(tables.map(({ name, columns }) => [name, columns?.map((column) => column.name)])).toEqual([
      ['wide', ['moody', '1st é']],
    ])
  } finally {
    await client.query(`reset role; drop owned by "nobody ${process.pid}"; drop role "nobody ${process.pid}"`)
  }
})
