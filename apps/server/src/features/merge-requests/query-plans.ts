import { STATISTICS_SCHEMA } from '@basalt/catalog/query-statistics.ts'
import { PLANNED_QUERIES_MAX } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type { QueryPlan, RehearsedPlan } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { PLATFORM_SCHEMAS } from '@basalt/sql/schema-owners.rules.ts'
import pg from 'pg'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { withClient } from './reading-session.ts'

/** A query as PostgreSQL counts it: with parameters instead of values. */
export type CountedQuery = Pick<RehearsedPlan, 'sql' | 'calls' | 'total_ms'>

/** What the planner said: a plan, and whether it reads tables of users; or why there is none. */
type Planned = { readonly plan: QueryPlan; readonly isOfUsers: boolean } | { readonly error: string }

/** A query with its plan before the merge. */
export type PlannedQuery = CountedQuery & Pick<RehearsedPlan, 'before'>

/** How long planning one query may take. */
const PLAN_TIMEOUT_MS = 5_000
/** Characters of a query that are worth planning; longer ones are generated lists of values. */
const PLANNED_SQL_MAX = 10_000
/** More are read, because many are about the catalog only, and some cannot be planned without their values. */
const READ_MAX = 200

/** Queries of the platform's own roles are none of the users'. */
const TOP = (schema: string) => `
  select s.query as sql, sum(s.calls)::float8 as calls, sum(s.total_exec_time)::float8 as total_ms
  from ${schema}.pg_stat_statements(true) s
    join pg_catalog.pg_database d on d.oid = s.dbid and d.datname = pg_catalog.current_database()
    join pg_catalog.pg_roles r on r.oid = s.userid and r.rolname !~ '^(basalt_|pg_)'
  where s.query ~* '^\\s*(select|insert|update|delete|merge|with)\\M'
    and pg_catalog.length(s.query) <= ${PLANNED_SQL_MAX}
  group by s.query order by total_ms desc limit ${READ_MAX}`

/** The queries that take most of a database's time, as a superuser sees them. None without the extension that counts. */
export async function readTopQueries(admin: pg.Client): Promise<CountedQuery[]> {
  const { rows: schemas } = await admin.query<{ schema: string }>(STATISTICS_SCHEMA)
  const [found] = schemas
  return found ? (await admin.query<CountedQuery>(TOP(found.schema))).rows : []
}

/** Asks the planner about queries, without running them, as the role of the login. */
const planning = <T>(login: ConnectionTarget, signal: AbortSignal, work: (client: pg.Client) => Promise<T>) =>
  withClient(login, { statementTimeoutMs: PLAN_TIMEOUT_MS, signal }, work)

/** The first queries that can be planned and are about tables of users, with their plans. */
export const planQueries = (
  login: ConnectionTarget,
  queries: readonly CountedQuery[],
  signal: AbortSignal,
): Promise<PlannedQuery[]> =>
  planning(login, signal, async (client) => {
    const planned: PlannedQuery[] = []
    for (const query of queries) {
      if (planned.length === PLANNED_QUERIES_MAX) break
      const before = await planOf(client, query.sql)
      if ('plan' in before && before.isOfUsers) planned.push({ ...query, before: before.plan })
    }
    return planned
  })

/** The same queries, with their plans after the merge too. */
export const planAgain = (
  login: ConnectionTarget,
  queries: readonly PlannedQuery[],
  signal: AbortSignal,
): Promise<RehearsedPlan[]> =>
  planning(login, signal, async (client) => {
    const compared: RehearsedPlan[] = []
    for (const query of queries) {
      const after = await planOf(client, query.sql)
      compared.push(
        'plan' in after
          ? { ...query, after: after.plan, error: null }
          : { ...query, after: null, error: after.error },
      )
    }
    return compared
  })

async function planOf(client: pg.Client, sql: string): Promise<Planned> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (generic_plan, verbose, format json) ${sql}`,
    )
    const root = rows[0]!['QUERY PLAN'][0].Plan
    return { plan: { cost: root['Total Cost'], steps: stepsOf(root) }, isOfUsers: readsUsers(root) }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return { error: error.message }
  }
}

interface PlanNode {
  'Node Type': string
  'Total Cost': number
  'Relation Name'?: string
  Schema?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

const readsUsers = ({ Schema: schema, Plans: below = [] }: PlanNode): boolean =>
  (schema !== undefined && isUserSchema(schema)) || below.some(readsUsers)

const isUserSchema = (schema: string) =>
  !/^pg_/.test(schema) && schema !== 'information_schema' && !PLATFORM_SCHEMAS.includes(schema)

const stepsOf = (node: PlanNode): string[] => [
  `${node['Node Type']}${node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`}${
    node['Index Name'] === undefined ? '' : ` using ${node['Index Name']}`
  }`,
  ...(node.Plans ?? []).flatMap(stepsOf),
]
