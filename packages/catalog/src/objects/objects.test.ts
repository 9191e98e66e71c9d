import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERY_SHAPE } from '../every-shape.fixture.ts'
import { type ColumnRow, columns } from './columns.ts'
import { type ConstraintRow, constraints } from './constraints.ts'
import { type DataTypeRow, dataTypes, TYPE_NAMES } from './data-types.ts'
import { type DomainRow, domains } from './domains.ts'
import { type EnumRow, enums } from './enums.ts'
import { type EventTriggerRow, eventTriggers } from './event-triggers.ts'
import { type ExtensionRow, extensions } from './extensions.ts'
import { type ForeignKeyRow, foreignKeys } from './foreign-keys.ts'
import { type FunctionRow, functions } from './functions.ts'
import { type IndexRow, indexes } from './indexes.ts'
import { type PolicyRow, policies } from './policies.ts'
import { type TablePrivilegesRow, tablePrivileges } from './privileges.ts'
import { type PublicationRow, publications } from './publications.ts'
import {
  type RoleMembershipRow,
  type RoleRow,
  type RoleSettingRow,
  roleMemberships,
  roleSettings,
  roles,
} from './roles.ts'
import { type SchemaRow, schemas } from './schemas.ts'
import { type SequenceRow, sequences } from './sequences.ts'
import { type TableRow, tables } from './tables.ts'
import { type TriggerRow, triggers } from './triggers.ts'
import { type ViewRow, views } from './views.ts'

const SHOP = "o'dd Shop"
const shop = { schemas: [SHOP] }

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let client: pg.Client
let superuser: string
beforeAll(async () => {
  database = await createThrowawayDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(EVERY_SHAPE)
  const [me] = await read<{ me: string }>('select current_user as me')
  superuser = me!.me
  // So that the names of types and tables are qualified.
  await client.query("set search_path = ''")
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const read = async <Row extends object>(sql: string, values?: unknown[]) =>
  (await client.query<Row>(sql, values)).rows

const named = <Row extends { name: string }>(rows: readonly Row[], name: string) => {
  const found = rows.filter((row) => row.name === name)
  expect(found.map((row) => row.name)).toEqual([name])
  return found[0]!
}

const oidOf = async (name: string) => named(await read<TableRow>(tables(shop)), name).oid

const anOid = expect.any(Number)

test('schemas come with their owner and comment, public first', async () => {
  expect(await read<SchemaRow>(schemas({ names: [SHOP, 'public', 'missing'] }))).toEqual([
    { oid: anOid, name: 'public', owner: 'pg_database_owner', comment: 'standard public schema' },
    { oid: anOid, name: SHOP, owner: superuser, comment: 'All kinds of things' },
  ])
  const all = (await read<SchemaRow>(schemas())).map(({ name }) => name)
  expect(all).toEqual(['public', ...all.slice(1).sort()])
  expect(all).toContain('pg_catalog')
})

test('tables have their kind, partitioning and security settings', async () => {
  const rows = await read<TableRow>(tables(shop))
  const kinds = rows.map(({ name, kind, persistence, is_partition }) => [
    name,
    kind,
    persistence,
    is_partition,
  ])
  expect(kinds).toEqual([
    ['customers', 'r', 'p', false],
    ['distant', 'f', 'p', false],
    ['orders', 'r', 'p', false],
    ['parts', 'p', 'p', false],
    ['parts_2026', 'r', 'p', true],
    ['scratch', 'r', 'u', false],
    ['special', 'r', 'p', false],
  ])
  expect(named(rows, 'customers')).toEqual({
    oid: anOid,
    schema: SHOP,
    name: 'customers',
    kind: 'r',
    owner: superuser,
    persistence: 'p',
    parent: null,
    is_partition: false,
    partition_key: null,
    partition_bound: null,
    rls_enabled: true,
    rls_forced: true,
    replica_identity: 'd',
    estimated_rows: null,
    server: null,
    comment: 'Who buys',
  })
  expect(named(rows, 'parts')).toMatchObject({ partition_key: 'RANGE (at)', partition_bound: null })
  expect(named(rows, 'parts_2026')).toMatchObject({
    parent: named(rows, 'parts').oid,
    partition_bound: "FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
  })
  expect(named(rows, 'special')).toMatchObject({ parent: named(rows, 'orders').oid, is_partition: false })
  expect(named(rows, 'orders')).toMatchObject({
    replica_identity: 'f',
    rls_enabled: false,
    rls_forced: false,
  })
  expect(named(rows, 'distant')).toMatchObject({ server: 'far' })
})

test('a table has an estimated number of rows once it is analyzed', async () => {
  await client.query(`insert into "${SHOP}".orders (shop) values (1), (2); analyze "${SHOP}".orders`)
  expect(named(await read<TableRow>(tables(shop)), 'orders').estimated_rows).toBe(2)
})

test('columns come in order, with types, defaults and the rest of their declaration', async () => {
  const customers = await oidOf('customers')
  const rows = await read<ColumnRow>(columns({ relations: [customers] }))
  const plain = {
    relation: customers,
    schema: SHOP,
    table: 'customers',
    type_id: anOid,
    is_nullable: true,
    default: null,
    generated: null,
    generation: null,
    identity: null,
    collation: null,
    labels: null,
    comment: null,
  }
  expect(rows).toEqual([
    { ...plain, number: 1, name: 'id', type: 'bigint', is_nullable: false, identity: 'always' },
    {
      ...plain,
      number: 2,
      name: 'Créé',
      type: 'timestamp(3) with time zone',
      is_nullable: false,
      default: 'now()',
    },
    {
      ...plain,
      number: 3,
      name: 'mood',
      type: `"${SHOP}".mood`,
      labels: ['sad', "it's fine"],
      comment: 'Of this morning',
    },
    { ...plain, number: 4, name: 'price', type: `"${SHOP}".positive`, is_nullable: false },
    { ...plain, number: 5, name: 'doubled', type: 'bigint', generated: '(id * 2)', generation: 'stored' },
    { ...plain, number: 6, name: 'shown', type: 'text', generated: 'lower(name)', generation: 'virtual' },
    { ...plain, number: 7, name: 'name', type: 'text', is_nullable: false, collation: 'C' },
    { ...plain, number: 9, name: 'tags', type: 'character varying(8)[]' },
  ])
  const all = await read<ColumnRow>(columns(shop))
  expect(new Set(all.map(({ table }) => table))).toEqual(
    new Set([
      'customers',
      'distant',
      'orders',
      'parts',
      'parts_2026',
      'special',
      'adults',
      'counted',
      'sums',
      'pair',
    ]),
  )
})

test('constraints come with their columns in the order of the key', async () => {
  const rows = await read<ConstraintRow>(constraints(shop))
  const brief = rows.map(({ table, name, kind, columns: names }) => `${table}.${name} ${kind} ${names}`)
  expect(brief).toEqual([
    'customers.customers_name_price_key u name,price',
    'customers.customers_pkey p id',
    'customers.customers_span_excl x ',
    'customers.short_name c name',
    'orders.orders_customer_fkey f customer',
    'orders.orders_pkey p shop,number',
    'parts.parts_number_shop_fkey f number,shop',
    'parts_2026.parts_number_shop_fkey f number,shop',
  ])
  expect(named(rows, 'short_name')).toEqual({
    oid: anOid,
    relation: await oidOf('customers'),
    schema: SHOP,
    table: 'customers',
    name: 'short_name',
    kind: 'c',
    columns: ['name'],
    definition: 'CHECK ((length(name) < 100))',
    is_deferrable: false,
    is_deferred: false,
    is_validated: true,
    comment: 'Labels are small',
  })
  expect(named(rows, 'orders_customer_fkey')).toMatchObject({ is_deferrable: true, is_deferred: true })
  const primary = await read<ConstraintRow>(constraints({ ...shop, kinds: ['p'] }))
  expect(primary.map(({ table }) => table)).toEqual(['customers', 'orders'])
})

test('foreign keys name both sides, once for a partitioned table', async () => {
  const [orders, parts, more] = await read<ForeignKeyRow>(foreignKeys(shop))
  expect(more).toBeUndefined()
  expect(orders).toEqual({
    oid: anOid,
    name: 'orders_customer_fkey',
    relation: await oidOf('orders'),
    schema: SHOP,
    table: 'orders',
    columns: ['customer'],
    to_relation: await oidOf('customers'),
    to_schema: SHOP,
    to_table: 'customers',
    to_columns: ['id'],
    on_update: 'n',
    on_delete: 'c',
    is_validated: true,
  })
  expect(parts).toMatchObject({
    table: 'parts',
    columns: ['number', 'shop'],
    to_table: 'orders',
    to_columns: ['number', 'shop'],
    on_update: 'a',
    on_delete: 'a',
  })
})

test('indexes have their key columns, included columns and predicate', async () => {
  const rows = await read<IndexRow>(indexes(shop))
  expect(rows.map(({ name }) => name)).toEqual([
    'by_mood',
    'customers_name_price_key',
    'customers_pkey',
    'customers_span_excl',
    'named',
    'orders_pkey',
  ])
  expect(named(rows, 'by_mood')).toEqual({
    oid: anOid,
    schema: SHOP,
    name: 'by_mood',
    relation: await oidOf('customers'),
    table: 'customers',
    method: 'btree',
    columns: ['mood', 'lower(name)', 'price'],
    key_columns: 2,
    predicate: '(mood IS NOT NULL)',
    is_unique: false,
    is_primary: false,
    is_valid: true,
    definition: `CREATE INDEX by_mood ON "${SHOP}".customers USING btree (mood DESC, lower(name)) INCLUDE (price) WHERE (mood IS NOT NULL)`,
    comment: 'Fast moods',
  })
  expect(named(rows, 'customers_pkey')).toMatchObject({ is_unique: true, is_primary: true })
  expect(named(rows, 'named')).toMatchObject({ is_unique: true, is_primary: false })
})

test('views have their query and whether they can be written', async () => {
  const rows = await read<ViewRow>(views(shop))
  expect(rows.map(({ name, kind, is_populated }) => [name, kind, is_populated])).toEqual([
    ['adults', 'v', true],
    ['counted', 'v', true],
    ['sums', 'm', false],
  ])
  expect(named(rows, 'adults')).toEqual({
    oid: anOid,
    schema: SHOP,
    name: 'adults',
    kind: 'v',
    owner: superuser,
    definition: ` SELECT id,\n    name\n   FROM "${SHOP}".customers;`,
    is_security_invoker: true,
    is_populated: true,
    is_insertable: true,
    is_updatable: true,
    is_deletable: true,
    comment: 'Without a check',
  })
  expect(named(rows, 'counted')).toMatchObject({ is_security_invoker: false, is_updatable: false })
})

test('functions of each kind have their signature', async () => {
  const rows = await read<FunctionRow>(functions(shop))
  const own = rows.filter(({ name }) => !name.startsWith('span'))
  expect(own.map(({ name, kind, returns }) => [name, kind, returns])).toEqual([
    ['added', 'f', 'integer'],
    ['noticed', 'f', 'event_trigger'],
    ['swept', 'p', null],
    ['total', 'a', 'integer'],
    ['touched', 'f', 'trigger'],
  ])
  const { definition, ...added } = named(own, 'added')
  expect(definition).toContain(`CREATE OR REPLACE FUNCTION "${SHOP}".added(a integer, b integer DEFAULT 2)`)
  expect(added).toEqual({
    oid: anOid,
    schema: SHOP,
    name: 'added',
    kind: 'f',
    arguments: 'a integer, b integer DEFAULT 2',
    identity_arguments: 'a integer, b integer',
    returns: 'integer',
    language: 'sql',
    owner: superuser,
    volatility: 'i',
    is_security_definer: false,
    is_strict: true,
    settings: ['search_path=""'],
    comment: 'A sum',
  })
  expect(named(own, 'total')).toMatchObject({ definition: null })
  expect(named(own, 'touched')).toMatchObject({ is_security_definer: true, volatility: 'v', settings: [] })
})

test('triggers have their timing and function; those of constraints are left out', async () => {
  const rows = await read<TriggerRow>(triggers(shop))
  expect(rows.map(({ table, name, timing, events, level }) => [table, name, timing, events, level])).toEqual([
    ['adults', 'writes', 'INSTEAD OF', ['INSERT'], 'ROW'],
    ['customers', 'touches', 'BEFORE', ['INSERT', 'UPDATE'], 'ROW'],
    ['orders', 'counts', 'AFTER', ['DELETE', 'TRUNCATE'], 'STATEMENT'],
  ])
  const { definition, ...touches } = named(rows, 'touches')
  expect(definition).toMatch(/^CREATE TRIGGER touches BEFORE INSERT OR UPDATE OF name, mood .*\('one'\)$/)
  expect(touches).toEqual({
    oid: anOid,
    relation: await oidOf('customers'),
    schema: SHOP,
    table: 'customers',
    name: 'touches',
    timing: 'BEFORE',
    events: ['INSERT', 'UPDATE'],
    level: 'ROW',
    // In the order of the statement.
    columns: ['name', 'mood'],
    function_id: anOid,
    function_schema: SHOP,
    function_name: 'touched',
    enabled: 'O',
    comment: null,
  })
})

test('event triggers have their event, tags and function', async () => {
  const rows = await read<EventTriggerRow>(eventTriggers())
  expect(named(rows, 'notices')).toEqual({
    oid: anOid,
    name: 'notices',
    event: 'ddl_command_end',
    owner: superuser,
    function_schema: SHOP,
    function_name: 'noticed',
    enabled: 'D',
    tags: ['CREATE TABLE'],
    comment: null,
  })
})

test('types exclude those that PostgreSQL creates automatically', async () => {
  const rows = await read<DataTypeRow>(dataTypes(shop))
  expect(rows.map(({ name, kind, comment }) => [name, kind, comment])).toEqual([
    ['mood', 'e', 'How one is'],
    ['pair', 'c', null],
    ['positive', 'd', null],
    ['span', 'r', null],
    ['span_multirange', 'm', null],
  ])
  const mood = named(rows, 'mood').oid
  expect(await read<EnumRow>(enums(shop))).toEqual([
    { oid: mood, schema: SHOP, name: 'mood', labels: ['sad', "it's fine"], comment: 'How one is' },
  ])
  expect(await read<DomainRow>(domains(shop))).toEqual([
    {
      oid: named(rows, 'positive').oid,
      schema: SHOP,
      name: 'positive',
      base_type: 'integer',
      is_nullable: false,
      default: '1',
      checks: [
        { name: 'above_zero', definition: 'CHECK ((VALUE > 0))' },
        { name: 'small', definition: 'CHECK ((VALUE < 1000))' },
      ],
      comment: null,
    },
  ])
  const lists = await read<{ oid: number }>('select typarray as oid from pg_type where oid = $1', [mood])
  expect(await read(TYPE_NAMES, [[mood, lists[0]!.oid, 1]])).toEqual(
    expect.arrayContaining([
      { oid: mood, name: 'mood' },
      { oid: lists[0]!.oid, name: 'mood[]' },
    ]),
  )
})

test('policies come with their roles and both expressions', async () => {
  const customers = await oidOf('customers')
  const place = { oid: anOid, relation: customers, schema: SHOP, table: 'customers' }
  expect(await read<PolicyRow>(policies(shop))).toEqual([
    {
      ...place,
      name: 'adds',
      command: 'INSERT',
      is_permissive: true,
      roles: ['public'],
      using: null,
      with_check: 'true',
    },
    {
      ...place,
      name: 'everybody',
      command: 'ALL',
      is_permissive: true,
      roles: ['public'],
      using: '(id > 0)',
      with_check: '(id > 1)',
    },
    {
      ...place,
      name: 'never',
      command: 'DELETE',
      is_permissive: false,
      roles: ['pg_monitor', 'pg_read_all_data'],
      using: 'false',
      with_check: null,
    },
  ])
  expect(await read<PolicyRow>(policies({ ...shop, limit: 1 }))).toHaveLength(1)
  expect(await read<PolicyRow>(policies({ relations: [customers] }))).toHaveLength(3)
})

test('installed extensions come first', async () => {
  const [first, ...rest] = await read<ExtensionRow>(extensions())
  expect(first).toMatchObject({ name: 'plpgsql', schema: 'pg_catalog' })
  expect(first!.installed_version).toBe(first!.default_version)
  expect(rest.every(({ installed_version, schema }) => installed_version === null && schema === null)).toBe(
    true,
  )
})

test('sequences have their bounds and the column that owns them', async () => {
  const rows = await read<SequenceRow>(sequences(shop))
  expect(rows.map(({ name, column, is_identity }) => [name, column, is_identity])).toEqual([
    ['counter', null, false],
    ['customers_id_seq', 'id', true],
    ['orders_number_seq', 'number', false],
  ])
  expect(named(rows, 'counter')).toEqual({
    oid: anOid,
    schema: SHOP,
    name: 'counter',
    persistence: 'p',
    type: 'smallint',
    start: '9',
    minimum: '-5',
    maximum: '9',
    increment: '-1',
    cycles: true,
    relation: null,
    column: null,
    is_identity: false,
    is_of_extension: false,
    comment: null,
  })
  expect(named(rows, 'customers_id_seq')).toMatchObject({
    relation: await oidOf('customers'),
    maximum: '9223372036854775807',
  })
})

test('publications have their tables, columns, row filters and operations', async () => {
  const rows = await read<PublicationRow>(publications())
  expect(named(rows, 'chosen')).toEqual({
    oid: anOid,
    name: 'chosen',
    owner: superuser,
    is_for_all_tables: false,
    publishes_insert: true,
    publishes_update: false,
    publishes_delete: true,
    publishes_truncate: false,
    publishes_via_root: true,
    tables: [
      {
        oid: await oidOf('customers'),
        schema: SHOP,
        name: 'customers',
        columns: ['id', 'name'],
        condition: '(id > 5)',
      },
    ],
    schemas: [],
  })
  expect(named(rows, 'nearby')).toMatchObject({ tables: [], schemas: ['neighbour'] })
  expect(named(rows, 'everything')).toMatchObject({ is_for_all_tables: true, tables: [], schemas: [] })
})

test('privileges name every grantee and the owner', async () => {
  const rows = await read<TablePrivilegesRow>(tablePrivileges(shop))
  const { privileges } = rows.find(({ table }) => table === 'adults')!
  const others = privileges.filter(({ grantee }) => grantee !== superuser)
  expect(others).toEqual([
    { grantor: superuser, grantee: 'PUBLIC', privilege: 'SELECT', is_grantable: false },
    { grantor: superuser, grantee: 'pg_monitor', privilege: 'INSERT', is_grantable: true },
  ])
  const untouched = rows.find(({ table }) => table === 'counter')!
  expect(untouched.privileges.map(({ grantee, privilege }) => [grantee, privilege])).toEqual([
    [superuser, 'SELECT'],
    [superuser, 'UPDATE'],
    [superuser, 'USAGE'],
  ])
})

test('roles exclude predefined ones, and have attributes, settings and memberships', async () => {
  const [owner, granted] = [`catalog_owner_${process.pid}`, `catalog_granted_${process.pid}`]
  await client.query('begin')
  try {
    await client.query(`
      create role ${owner} login connection limit 3 createrole;
      create role ${granted} noinherit bypassrls;
      grant ${granted} to ${owner} with admin true, inherit false, set false;
      alter role ${granted} set search_path = a, b`)
    expect(await read<RoleRow>(roles({ names: [owner, 'pg_monitor'] }))).toEqual([
      {
        oid: anOid,
        name: owner,
        is_superuser: false,
        can_login: true,
        inherits: true,
        creates_databases: false,
        creates_roles: true,
        bypasses_rls: false,
        replicates: false,
        connection_limit: 3,
      },
    ])
    const assumable = await read<RoleRow>(roles({ assumableBy: owner }))
    expect(assumable.map(({ name }) => name)).toEqual([granted, owner])
    expect((await read<RoleSettingRow>(roleSettings())).filter(({ role }) => role === granted)).toEqual([
      { role: granted, setting: 'search_path=a, b' },
    ])
    const memberships = await read<RoleMembershipRow>(roleMemberships())
    expect(memberships.filter(({ member }) => member === owner)).toEqual([
      { granted, member: owner, with_admin: true, with_inherit: false, with_set: false },
    ])
  } finally {
    await client.query('rollback')
  }
})

const lists = {
  schemas,
  tables,
  constraints,
  foreignKeys,
  indexes,
  views,
  functions,
  triggers,
  eventTriggers,
  dataTypes,
  enums,
  domains,
  policies,
  roles,
  sequences,
  publications,
}

test.each(Object.entries(lists))('%s can be selected by id and read page by page', async (_kind, list) => {
  const all = await read<{ oid: number }>(list())
  const oids = all.map(({ oid }) => oid).sort((one, other) => one - other)
  expect(oids.length).toBeGreaterThan(0)
  expect(await read(list({ ids: [oids[0]!] }))).toEqual(all.filter(({ oid }) => oid === oids[0]))
  expect(await read(list({ ids: [] }))).toEqual([])
  const size = Math.ceil(oids.length / 3)
  const paged: number[] = []
  for (let after = 0, isFull = true; isFull; after = paged.at(-1) ?? after) {
    const page = await read<{ oid: number }>(list({ page: { after, size } }))
    paged.push(...page.map(({ oid }) => oid))
    isFull = page.length === size
  }
  expect(paged).toEqual(oids)
})

test('a missing schema and an empty list of schemas have no objects', async () => {
  for (const named of [['missing'], []]) {
    expect(await read(tables({ schemas: named }))).toEqual([])
    expect(await read(columns({ schemas: named }))).toEqual([])
    expect(await read(tablePrivileges({ schemas: named }))).toEqual([])
  }
})

test('a role without privileges can read the catalog', async () => {
  const nobody = `catalog_nobody_${process.pid}`
  await client.query(`begin; create role ${nobody}; set local role ${nobody}`)
  try {
    for (const list of Object.values(lists)) await read(list())
    for (const list of [columns, tablePrivileges, extensions, roleSettings, roleMemberships])
      await read(list())
    expect(await read<PolicyRow>(policies(shop))).toHaveLength(3)
  } finally {
    await client.query('rollback')
  }
})
