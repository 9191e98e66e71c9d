import { ADVISED_QUERY_TIMEOUT_MS, ADVISED_RUNS } from '@basalt/contract/index-advice/index-advice.rules.ts'
import type {
  AdvisedPlan,
  IndexAdviceReport,
  TriedIndex,
} from '@basalt/contract/index-advice/index-advice.schema.ts'
import { type IndexableColumns, indexableColumns } from '@basalt/sql/analysis/indexable-columns.ts'
import type { ParsedStatement } from '@basalt/sql/parser/parsed-statement.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { ofDatabase } from '../../platform/project-databases/sql/sql-failed.ts'
import { type Candidate, indexCandidates, type KnownTable, tableOf } from './candidates.rules.ts'

/** A placeholder outside strings and names, which the texts of counted queries have instead of values. */
const PLACEHOLDER = /\$(\d+)/g
/** What a placeholder of LIMIT stands for. */
const LIMIT = '100'

type Measured = Omit<IndexAdviceReport, 'copy_ms'>

/**
 * Tries indexes for a statement, each on its own, in transactions that are rolled back. Values for placeholders are taken
 * from PostgreSQL's statistics of the columns that they are compared with. Throws `conflict` when PostgreSQL refuses the
 * statement itself.
 */
export async function tryIndexes(
  client: pg.Client,
  sql: string,
  statement: ParsedStatement,
): Promise<Measured> {
  const columns = indexableColumns(statement.node)
  const text = sql.slice(statement.start, statement.end)
  const tables = await knownTables(client, columns)
  const runnable = await withValues(client, text, columns, tables)
  await client.query(`set statement_timeout = ${ADVISED_QUERY_TIMEOUT_MS}`)
  const plan = (): Promise<AdvisedPlan> =>
    runnable === undefined ? genericPlan(client, text) : measuredPlan(client, runnable)
  const before = await undone(client, plan).catch(refused)
  const indexes: TriedIndex[] = []
  for (const candidate of indexCandidates(columns, tables))
    indexes.push(await tryIndex(client, candidate, plan))
  return { before, indexes: indexes.sort(bestFirst), is_measured: runnable !== undefined }
}

function refused(error: unknown): never {
  if (!ofDatabase(error)) throw error
  throw new AppError('conflict', `PostgreSQL could not run this query on the copy: ${error.message}`)
}

const weight = ({ after }: TriedIndex) => after?.ms ?? after?.cost ?? Number.POSITIVE_INFINITY

/** Those that the plan uses first, and of these the fastest. */
const bestFirst = (a: TriedIndex, b: TriedIndex) =>
  Number(b.is_used) - Number(a.is_used) || weight(a) - weight(b)

const TRIED_NAME = 'basalt_tried_index'

async function tryIndex(
  client: pg.Client,
  candidate: Candidate,
  plan: () => Promise<AdvisedPlan>,
): Promise<TriedIndex> {
  const { schema, table, columns } = candidate
  const place = `${quoteQualified(schema, table)} (${columns
    .map(({ name, is_descending }) => `${quoteIdentifier(name)}${is_descending ? ' desc' : ''}`)
    .join(', ')})`
  const tried = { ...candidate, columns: [...columns], sql: `create index concurrently on ${place};` }
  try {
    return await undone(client, () => measured(client, candidate, place, tried, plan))
  } catch (error) {
    if (!ofDatabase(error)) throw error
    return { ...tried, error: error.message, bytes: null, build_ms: null, after: null, is_used: false }
  }
}

async function measured(
  client: pg.Client,
  candidate: Candidate,
  place: string,
  tried: Pick<TriedIndex, 'schema' | 'table' | 'columns' | 'sql'>,
  plan: () => Promise<AdvisedPlan>,
): Promise<TriedIndex> {
  const start = performance.now()
  // Building takes as long as it takes: the copy's own limit ends it.
  await client.query('set local statement_timeout = 0')
  await client.query(`create index ${TRIED_NAME} on ${place}`)
  const build_ms = performance.now() - start
  await client.query(`set local statement_timeout = ${ADVISED_QUERY_TIMEOUT_MS}`)
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_catalog.pg_relation_size(pg_catalog.to_regclass($1))::float8 as bytes',
    [quoteQualified(candidate.schema, TRIED_NAME)],
  )
  const after = await plan()
  return {
    ...tried,
    error: null,
    bytes: rows[0]!.bytes,
    build_ms,
    after: { ...after, text: after.text.replaceAll(TRIED_NAME, nameOf(candidate)) },
    is_used: after.text.includes(TRIED_NAME),
  }
}

/** Runs work in a transaction that is rolled back. */
async function undone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/** As PostgreSQL would name it. */
const nameOf = ({ table, columns }: Candidate) => [table, ...columns.map(({ name }) => name), 'idx'].join('_')

/** Runs a statement in a savepoint that is undone, so that each run of a write changes the same rows. */
async function measuredPlan(client: pg.Client, sql: string): Promise<AdvisedPlan> {
  let measured: AdvisedPlan | undefined
  for (let run = 0; run < ADVISED_RUNS; run += 1) {
    await client.query('savepoint run')
    measured = planOf(await client.query(`explain (analyze, buffers) ${sql}`))
    await client.query('rollback to savepoint run')
  }
  return measured!
}

const genericPlan = async (client: pg.Client, sql: string): Promise<AdvisedPlan> =>
  planOf(await client.query(`explain (generic_plan) ${sql}`))

function planOf({ rows }: pg.QueryResult<{ 'QUERY PLAN': string }>): AdvisedPlan {
  const text = rows.map((row) => row['QUERY PLAN']).join('\n')
  const [, cost = '0'] = /cost=[\d.]+\.\.([\d.]+)/.exec(text) ?? []
  const [, ms] = /^Execution Time: ([\d.]+) ms$/m.exec(text) ?? []
  return { text, cost: Number(cost), ms: ms === undefined ? null : Number(ms) }
}

/** The tables that the statement names, as the search path of the session finds them. */
async function knownTables(client: pg.Client, { tables }: IndexableColumns): Promise<KnownTable[]> {
  const known: KnownTable[] = []
  for (const { schema, name, alias } of tables) {
    const { rows } = await client.query<Omit<KnownTable, 'alias'>>(TABLE, [
      schema === undefined ? quoteIdentifier(name) : quoteQualified(schema, name),
    ])
    if (rows[0] && !known.some((one) => one.alias === alias)) known.push({ ...rows[0], alias })
  }
  return known
}

const TABLE = `
  select n.nspname::text as schema, c.relname::text as name, greatest(c.reltuples, 0)::float8 as rows,
    array(select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    array(select pg_catalog.to_jsonb(array(
        select coalesce(a.attname::text, '') from pg_catalog.unnest(i.indkey::int2[]) with ordinality k (attnum, at)
          left join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where k.at <= i.indnkeyatts order by k.at))
      from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisvalid and i.indpred is null) as indexes
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.oid = pg_catalog.to_regclass($1) and c.relkind in ('r', 'm', 'p')
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/** The statement with values for its placeholders; undefined when there is none for one of them. */
async function withValues(
  client: pg.Client,
  sql: string,
  { compared, limits }: IndexableColumns,
  tables: readonly KnownTable[],
): Promise<string | undefined> {
  const values = new Map<number, string>()
  for (const [, text] of sql.matchAll(PLACEHOLDER)) {
    const number = Number(text)
    if (values.has(number)) continue
    if (limits.limit.includes(number)) values.set(number, LIMIT)
    else if (limits.offset.includes(number)) values.set(number, '0')
    else {
      const column = compared.get(number)
      const table = column && tableOf(column, tables)
      const value = column && table && (await typicalValue(client, table, column.column))
      if (value === undefined) return undefined
      values.set(number, quoteLiteral(value))
    }
  }
  return sql.replace(PLACEHOLDER, (_whole, number: string) => values.get(Number(number)) ?? 'null')
}

/** A value from the middle of a column's statistics, or else of one of its rows. */
async function typicalValue(
  client: pg.Client,
  { schema, name }: KnownTable,
  column: string,
): Promise<string | undefined> {
  const { rows: statistics } = await client.query<{ bounds: string[] | null; common: string[] | null }>(
    `select histogram_bounds::text::text[] as bounds, most_common_vals::text::text[] as common
     from pg_catalog.pg_stats where schemaname = $1 and tablename = $2 and attname = $3 limit 1`,
    [schema, name, column],
  )
  const [found] = statistics
  const listed = found?.bounds ?? found?.common
  if (listed && listed.length > 0) return listed[Math.floor(listed.length / 2)]
  const { rows } = await client.query<{ value: string | null }>(
    `select ${quoteIdentifier(column)}::text as value from ${quoteQualified(schema, name)}
     where ${quoteIdentifier(column)} is not null limit 1`,
  )
  return rows[0]?.value ?? undefined
}
