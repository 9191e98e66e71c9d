import { STATISTICS_SCHEMA } from '@basalt/catalog/query-statistics.ts'
import {
  PERFORMANCE_QUERY_MAX,
  type PerformanceSort,
  performancePresets,
} from '@basalt/contract/query-performance/query-performance.rules.ts'
import type {
  QueryPerformancePage,
  QueryPerformanceQuery,
  QueryStatistic,
} from '@basalt/contract/query-performance/query-performance.schema.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'
import type { DatabaseLogins } from '../../platform/project-databases/database-logins.ts'
import { ADMIN_ROLE } from '../../platform/project-databases/database-roles.ts'
import { hasMark, withoutMark } from '../../platform/project-databases/sql/dashboard-mark.ts'
import { CATALOG_QUERY } from './catalog-queries.rules.ts'

interface Deps {
  readonly rows: Rows
  readonly asAdmin: Pick<DatabaseLogins['asAdmin'], 'session'>
}

/** SQLSTATE invalid_regular_expression. */
const INVALID_PATTERN = '2201B'

/** The columns of the extension's view, by the names of the contract. */
const COLUMNS: Record<PerformanceSort, string> = {
  calls: 's.calls',
  total_ms: 's.total_exec_time',
  mean_ms: 's.mean_exec_time',
  max_ms: 's.max_exec_time',
  min_ms: 's.min_exec_time',
  avg_rows: 's.rows::float8 / greatest(s.calls, 1)',
}

const NOTHING: QueryPerformancePage = {
  is_enabled: false,
  since: null,
  queries: [],
  roles: [],
  next_cursor: null,
}

/** What PostgreSQL counts of the queries of projects' databases. */
export function queryStatistics({ rows, asAdmin }: Deps) {
  const schemaOf = async (ref: string) => {
    const [found] = await rows<{ schema: string }>(ref, STATISTICS_SCHEMA)
    return found?.schema
  }
  return {
    /** Throws `validation_failed` for a search that is no regular expression, and `instance_unavailable`. */
    async page(ref: string, query: QueryPerformanceQuery): Promise<QueryPerformancePage> {
      const schema = await schemaOf(ref)
      if (schema === undefined) return NOTHING
      const { search, roles, min_calls, catalog, source, limit, cursor } = query
      const offset = Number(cursor ?? 0)
      const values = [
        search ?? null,
        roles ?? null,
        min_calls ?? 0,
        catalog === 'true',
        limit + 1,
        offset,
        source ?? null,
      ]
      const [facts, found] = await Promise.all([
        rows<{ since: Date | string | null; roles: string[] }>(ref, factsSql(schema)),
        rows<QueryStatistic>(ref, pageSql(schema, query), values).catch(explainPattern),
      ])
      const { since, roles: known } = facts[0]!
      return {
        is_enabled: true,
        since: since === null ? null : new Date(since).toISOString(),
        queries: found.slice(0, limit),
        roles: known,
        next_cursor: found.length > limit ? String(offset + limit) : null,
      }
    },

    /** Forgets what was counted of this database. Throws `conflict` when nothing is counted. */
    async reset(ref: string) {
      const schema = await schemaOf(ref)
      if (schema === undefined)
        throw new AppError('conflict', 'Enable the extension pg_stat_statements first.')
      await asAdmin.session(ref, (client) =>
        client.query(`
          select ${schema}.pg_stat_statements_reset(0::oid, d.oid, 0::bigint, false)
          from pg_catalog.pg_database d where d.datname = current_database()`),
      )
    },
  }
}

/** A condition: whether `s` counts a query of this database that is not Basalt's own. */
const OF_THIS_DATABASE = `s.dbid = (select oid from pg_catalog.pg_database where datname = current_database())
  and r.rolname <> '${ADMIN_ROLE}'`

const factsSql = (schema: string) => `
  select (select min(s.stats_since) from ${schema}.pg_stat_statements(false) s) as since,
    array(select distinct r.rolname::text from ${schema}.pg_stat_statements(false) s
      join pg_catalog.pg_roles r on r.oid = s.userid where ${OF_THIS_DATABASE} order by 1) as roles`

const pageSql = (schema: string, { preset, sort, order }: QueryPerformanceQuery) => `
  with counted as materialized (
    select s.*, r.rolname, s.total_exec_time / nullif(sum(s.total_exec_time) over (), 0) as share
    from ${schema}.pg_stat_statements s join pg_catalog.pg_roles r on r.oid = s.userid
    where ${OF_THIS_DATABASE})
  select concat_ws('-', s.queryid, s.userid, s.toplevel) as id, left(${withoutMark('s.query')}, ${PERFORMANCE_QUERY_MAX}) as query, s.rolname::text as role,
    case when ${hasMark('s.query')} then 'dashboard' else 'other' end as source,
    s.calls::float8 as calls, s.total_exec_time as total_ms, coalesce(s.share, 0)::float8 as prop_total_time,
    s.mean_exec_time as mean_ms, s.max_exec_time as max_ms, s.min_exec_time as min_ms,
    ${COLUMNS.avg_rows} as avg_rows,
    s.shared_blks_hit::float8 / nullif(s.shared_blks_hit + s.shared_blks_read, 0) as cache_hit_rate
  from counted s
  where ($1::text is null or ${withoutMark('s.query')} ~* $1) and ($2::text[] is null or s.rolname = any($2)) and s.calls >= $3
    and ($7::text is null or ($7 = 'dashboard') = (${hasMark('s.query')}))
    and ($4 or s.query !~* '${CATALOG_QUERY}')
  order by ${COLUMNS[sort ?? performancePresets[preset].sort]} ${order}, s.queryid, s.userid, s.toplevel
  limit $5 offset $6`

function explainPattern(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === INVALID_PATTERN)
    throw new AppError('validation_failed', `The search is not a regular expression: ${error.message}`)
  throw error
}
