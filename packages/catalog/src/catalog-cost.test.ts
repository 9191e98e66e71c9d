import { CREATE_API_ROLES } from '@basalt/testing/postgres/api-roles.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_CONTENTS, API_FUNCTION, API_RELATION } from './data-api/api-docs.ts'
import { typeQueries } from './data-api/client-shapes.ts'
import { catalogQueries } from './data-api/schema-rows.ts'
import { definitionFacts } from './definitions/relation-facts.ts'
import { lintQuery } from './lints/lints.ts'
import { MANY, MANY_OBJECTS } from './many-objects.fixture.ts'
import { columns } from './objects/columns.ts'
import { constraints } from './objects/constraints.ts'
import { entities, entityCount } from './objects/entities.ts'
import { foreignKeys, foreignKeysTo } from './objects/foreign-keys.ts'
import { functions } from './objects/functions.ts'
import { indexes } from './objects/indexes.ts'
import { policies } from './objects/policies.ts'
import { tablePrivileges } from './objects/privileges.ts'
import { sequences } from './objects/sequences.ts'
import { tables } from './objects/tables.ts'
import { triggers } from './objects/triggers.ts'
import { views } from './objects/views.ts'
import { metaColumns } from './pg-meta/columns.ts'
import { metaFunctions } from './pg-meta/functions.ts'
import { metaIndexes } from './pg-meta/indexes.ts'
import type { MetaSelection } from './pg-meta/meta-selection.ts'
import { LOOK_UPS_BY_INDEX } from './pg-meta/planner-settings.ts'
import { metaPolicies } from './pg-meta/policies.ts'
import { metaColumnPrivileges, metaTablePrivileges } from './pg-meta/privileges.ts'
import { metaTables } from './pg-meta/tables.ts'
import { metaTriggers } from './pg-meta/triggers.ts'
import { metaViews } from './pg-meta/views.ts'
import { schemaDiagram } from './schema-diagram/schema-diagram.ts'
import { functionNames, relationNames } from './sql-names.ts'
import { tablesWithData } from './table-data.ts'
import { tableDefinitions } from './table-definitions.ts'

/** What lints read of a project's database. Roles are shared with other tests on the same server. */
const PROJECT_BASE = `
  create schema storage;
  create table storage.buckets (id text primary key, name text, public boolean);
  ${CREATE_API_ROLES}`

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await createThrowawayDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(`${PROJECT_BASE}; ${MANY_OBJECTS}`)
  // A parallel worker's share of a scan would look like a repeated scan.
  await client.query('set max_parallel_workers_per_gather = 0')
  // Tens of thousands of objects take two minutes on a busy machine.
}, 300_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/**
 * The cost of a statement: the rows it returned, the catalog rows it read, and the catalogs it scanned sequentially more
 * than once.
 */
async function costOf(sql: string, values: unknown[] = []) {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${sql}`, values)
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
  const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined)
  const rowsRead = (scan: PlanNode) =>
    (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']
  return {
    returned: plan['Actual Rows'],
    read: scans.reduce((sum, scan) => sum + rowsRead(scan), 0),
    /** For the message of a failure. */
    dearest: scans
      .sort((a, b) => rowsRead(b) - rowsRead(a))
      .slice(0, 3)
      .map((scan) => `${scan['Node Type']} of ${scan['Relation Name']}: ${rowsRead(scan)}`)
      .join(', '),
    repeated: scans
      .filter((scan) => scan['Node Type'] === 'Seq Scan' && scan['Actual Loops'] > 1 && rowsRead(scan) > 0)
      .map((scan) => `${scan['Relation Name']}, ${scan['Actual Loops']} times`),
  }
}

/** Without the schemas: PostgreSQL reads a catalog of one page as a whole, and a longer one by its index. */
const repeatedOf = ({ repeated }: { repeated: string[] }) =>
  repeated.filter((scan) => !scan.startsWith('pg_namespace,'))

const rowsIn = async (catalog: string): Promise<number> =>
  (await client.query(`select count(*)::int as count from pg_catalog.${catalog}`)).rows[0].count

/** Catalog rows read per returned row: its names, columns, role and skipped neighbours. */
const READ_PER_ROW = 30
/** Small catalogs may be read whole: schemas, types, languages. */
const READ_OF_SMALL_CATALOGS = 1500
const PAGE = 50

const ofRelations = { constraints, foreignKeys, indexes, triggers, policies }
const inSchemas = { tables, views, functions, sequences, tablePrivileges }
const lists = Object.entries({ ...ofRelations, ...inSchemas })

test.each(lists)('a page of %s among ten thousand reads only its own rows', async (_kind, list) => {
  for (const selection of [{}, { schemas: ['many'] }]) {
    const cost = await costOf(list({ ...selection, page: { after: 1_300_000, size: PAGE } }))
    expect(cost).toMatchObject({ returned: PAGE, repeated: [] })
    expect(cost.read).toBeLessThan(PAGE * READ_PER_ROW)
  }
})

test.each(lists)('all %s are read without scanning a catalog per row', async (_kind, list) => {
  const cost = await costOf(list())
  expect(cost.returned).toBeGreaterThanOrEqual(MANY)
  expect(cost.repeated).toEqual([])
  expect(cost.read).toBeLessThan(cost.returned * READ_PER_ROW)
})

test.each(Object.entries(inSchemas))('%s of a small schema are found in one pass', async (kind, list) => {
  const { read, repeated } = await costOf(list({ schemas: ['original'] }))
  expect(repeated).toEqual([])
  const pass = await rowsIn(kind === 'functions' ? 'pg_proc' : 'pg_class')
  expect(read).toBeLessThan(
    pass + (kind === 'sequences' ? await rowsIn('pg_sequence') : 0) + READ_OF_SMALL_CATALOGS,
  )
})

test.each(Object.entries({ columns, ...ofRelations }))(
  '%s of a small schema are read by index once its tables are known',
  async (_kind, list) => {
    const { read, returned, repeated } = await costOf(list({ schemas: ['original'] }))
    expect(returned).toBeGreaterThan(0)
    expect(repeated).toEqual([])
    expect(read).toBeLessThan((await rowsIn('pg_class')) + READ_OF_SMALL_CATALOGS)
  },
)

test('a diagram of some of ten thousand tables reads those, after one pass over the tables', async () => {
  const count = 1000
  const chosen = await costOf(schemaDiagram.tables('many', count))
  expect(chosen).toMatchObject({ returned: count, repeated: [] })
  expect(chosen.read).toBeLessThan((await rowsIn('pg_class')) + READ_OF_SMALL_CATALOGS)
  const { rows } = await client.query<{ oid: number }>(schemaDiagram.tables('many', count))
  const oids = rows.map(({ oid }) => oid)
  for (const statement of [
    schemaDiagram.columns(oids, 200),
    schemaDiagram.comments(oids),
    schemaDiagram.keys(oids),
    schemaDiagram.columnNames(oids),
  ]) {
    const part = await costOf(statement)
    expect(part.repeated).toEqual([])
    expect(part.read).toBeLessThan(Math.max(part.returned, count) * READ_PER_ROW)
  }
  const keys = await costOf(schemaDiagram.foreignKeys(oids))
  expect(keys.repeated).toEqual([])
  expect(keys.read).toBeLessThan((await rowsIn('pg_constraint')) + READ_OF_SMALL_CATALOGS)
})

test('columns of a page of tables are read by index', async () => {
  const page = await client.query<{ oid: number }>(tables({ page: { after: 1_300_000, size: PAGE } }))
  const cost = await costOf(columns({ relations: page.rows.map(({ oid }) => oid) }))
  // Each of the copies has three.
  expect(cost).toMatchObject({ returned: 3 * PAGE, repeated: [] })
  expect(cost.read).toBeLessThan(3 * PAGE * READ_PER_ROW)
})

const MANY_SCHEMA = [['many']]

const wholeSchemas: Record<string, [sql: string, values?: unknown[]]> = {
  'names for completion, of relations': [relationNames()],
  'names for completion, of functions': [functionNames()],
  'tables for an agent': [tableDefinitions(['many'])],
  'tables of a dump': [tablesWithData()],
  'security lints': [lintQuery('security', ['many'])],
  'performance lints': [lintQuery('performance', ['many'])],
  'relations of the Data API': [catalogQueries.relations],
  'keys of the Data API': [catalogQueries.keys],
  'references of the Data API': [catalogQueries.references],
  'views of the Data API': [catalogQueries.views],
  'routines of the Data API': [catalogQueries.routines, MANY_SCHEMA],
  'media types of the Data API': [catalogQueries.handlers],
  'casts of the Data API': [catalogQueries.casts],
  'shapes for clients': [typeQueries.shapes, MANY_SCHEMA],
  'functions for clients': [typeQueries.callables, MANY_SCHEMA],
  'types for clients': [typeQueries.types, MANY_SCHEMA],
  'lists of the API docs': [API_CONTENTS, ['many']],
}

test.each(Object.entries(wholeSchemas))(
  '%s are read in a fixed number of passes',
  async (_what, [sql, values]) => {
    const cost = await costOf(sql, values)
    expect(repeatedOf(cost)).toEqual([])
    expect(cost.read).toBeLessThan(60 * MANY)
  },
)

test.each([
  ['table', API_RELATION, 'one_7'],
  ['function', API_FUNCTION, 'added_7'],
])('one %s of ten thousand is described without reading them all', async (_what, sql, name) => {
  const { read, returned, repeated } = await costOf(sql, ['many', name])
  expect({ returned, repeated }).toEqual({ returned: 1, repeated: [] })
  // Mostly pg_type, which has several hundred rows here and is read up to three times.
  expect(read).toBeLessThan(MANY / 4)
})

const EVERY_KIND = ['r', 'v', 'm', 'f', 'p'] as const

test.each(['alphabetical', 'type'] as const)(
  'a page of entities sorted %s, and how many there are, read pg_class once each',
  async (sort) => {
    const selection = { schema: 'many', search: '', kinds: EVERY_KIND }
    const after = { kind: 'r', name: 'one_5' } as const
    for (const sql of [
      entities({ ...selection, sort, limit: PAGE }),
      entities({ ...selection, sort, after, limit: PAGE }),
      entityCount(selection),
    ]) {
      const { read, repeated } = await costOf(sql)
      expect(repeated).toEqual([])
      // The rows of the page are read again by oid, with their comments and grants.
      expect(read).toBeLessThan((await rowsIn('pg_class')) + MANY * 2 + READ_OF_SMALL_CATALOGS)
    }
  },
)

test('the definition of one table of ten thousand reads only what belongs to it', async () => {
  const { rows } = await client.query("select 'many.one_7'::regclass::oid::int as oid")
  const { read, repeated } = await costOf(definitionFacts, [rows[0].oid])
  expect(repeated).toEqual([])
  expect(read).toBeLessThan(READ_OF_SMALL_CATALOGS)
})

test('the foreign keys to one table of ten thousand are found without reading them all', async () => {
  const { rows } = await client.query("select 'original.one'::regclass::oid::int as oid")
  const { read, repeated } = await costOf(foreignKeysTo([rows[0].oid]))
  expect(repeated).toEqual([])
  expect(read).toBeLessThan(READ_OF_SMALL_CATALOGS)
})

test('a page of entities by name reads only what is beside it once PostgreSQL knows how many there are', async () => {
  await client.query('analyze pg_catalog.pg_class')
  const after = { kind: 'r', name: 'one_5' } as const
  const { returned, read, repeated } = await costOf(
    entities({ schema: 'many', search: '', kinds: EVERY_KIND, sort: 'alphabetical', after, limit: PAGE }),
  )
  expect({ returned, repeated }).toEqual({ returned: PAGE, repeated: [] })
  // Keys and indexes are between the tables.
  expect(read).toBeLessThan(PAGE * READ_PER_ROW)
})

const withColumns = true
const metaLists: Record<string, [rowsPerObject: number, list: (selection: MetaSelection) => string]> = {
  // A table and its three columns, with their types, constraints and comments.
  tables: [120, (selection) => metaTables({ ...selection, withColumns })],
  views: [80, (selection) => metaViews({ ...selection, withColumns })],
  columns: [40, metaColumns],
  indexes: [30, metaIndexes],
  functions: [30, metaFunctions],
  triggers: [30, metaTriggers],
  policies: [30, metaPolicies],
  'table privileges': [30, metaTablePrivileges],
  'column privileges': [30, metaColumnPrivileges],
}

/** Runs the list with the settings of those who answer with it. */
async function metaCost(sql: string, before = '') {
  const settings = Object.entries(LOOK_UPS_BY_INDEX).map(([name, value]) => `set local ${name} = ${value}`)
  await client.query(['begin', ...settings, before].join(';'))
  try {
    return await costOf(sql)
  } finally {
    await client.query('rollback')
  }
}

/** The rows of all catalogs in which a list looks for its objects: relations, what belongs to them, and functions. */
const passOverCatalogs = async () => (await rowsIn('pg_class')) + (await rowsIn('pg_attribute'))

test.each(Object.entries(metaLists))(
  'the list of %s in the postgres-meta API reads the details of its page only',
  async (_kind, [perObject, list]) => {
    const pass = await passOverCatalogs()
    for (const offset of [0, 5000]) {
      const cost = await metaCost(list({ included: ['many'], limit: PAGE, offset }))
      expect([cost.returned, repeatedOf(cost)]).toEqual([PAGE, []])
      expect(cost.read).toBeLessThan(pass + PAGE * perObject + READ_OF_SMALL_CATALOGS)
    }
  },
)

test.each(Object.entries(metaLists))(
  'the list of %s of a small schema in the postgres-meta API starts at the schema',
  async (kind, [, list]) => {
    const cost = await metaCost(list({ included: ['original'] }))
    expect(cost.returned).toBeGreaterThan(0)
    expect(repeatedOf(cost)).toEqual([])
    // Its relations or functions are found in one pass over names; all else is read by index.
    const names = await rowsIn(kind === 'functions' ? 'pg_proc' : 'pg_class')
    expect(cost.read).toBeLessThan(names + READ_OF_SMALL_CATALOGS)
  },
)

test.each(Object.entries(metaLists))(
  'all %s are read in a fixed number of passes for the postgres-meta API',
  async (_kind, [perObject, list]) => {
    const cost = await metaCost(list({}))
    expect(cost.returned).toBeGreaterThanOrEqual(MANY)
    expect(repeatedOf(cost)).toEqual([])
    expect(cost.read, cost.dearest).toBeLessThan(cost.returned * perObject)
  },
)

/** As before the first ANALYZE of catalogs that were empty. */
const AS_IF_SMALL = ['pg_type', 'pg_attribute', 'pg_depend', 'pg_constraint', 'pg_index'].map(
  (catalog) => `delete from pg_catalog.pg_statistic where starelid = 'pg_catalog.${catalog}'::regclass;
    update pg_catalog.pg_class set relpages = 0, reltuples = -1 where oid = 'pg_catalog.${catalog}'::regclass`,
)

test('tables are read in a fixed number of passes while PostgreSQL takes the catalogs for small ones', async () => {
  const cost = await metaCost(metaTables({ withColumns }), AS_IF_SMALL.join(';'))
  expect(cost.returned).toBeGreaterThanOrEqual(MANY)
  expect(repeatedOf(cost)).toEqual([])
  expect(cost.read, cost.dearest).toBeLessThan(cost.returned * metaLists.tables![0])
})

test('a table and a column of ten thousand are found by their ids', async () => {
  const { rows } = await client.query("select 'many.one_7'::regclass::oid::int as oid")
  const relation: number = rows[0].oid
  for (const statement of [
    metaTables({ id: relation, withColumns }),
    metaColumns({ column: { relation, number: 1 } }),
  ]) {
    const cost = await metaCost(statement)
    expect([cost.returned, repeatedOf(cost)]).toEqual([1, []])
    expect(cost.read).toBeLessThan(READ_OF_SMALL_CATALOGS)
  }
})
