import { STATISTICS_SCHEMA } from '@basalt/catalog/query-statistics.ts'
import { METRICS_EVERY_MS, SESSIONS_EVERY_MS } from '@basalt/contract/metrics/metrics.rules.ts'
import type { LogStore } from '@basalt/log-store/log-store.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import type pg from 'pg'
import { ADMIN_ROLE } from '../../platform/project-databases/database-roles.ts'
import { hasMark, withoutMark } from '../../platform/project-databases/sql/dashboard-mark.ts'
import type { Measurement } from '../metrics/metrics.port.ts'
import { CATALOG_QUERY } from './catalog-queries.rules.ts'
import {
  type Before,
  type Counted,
  countedBetween,
  KEPT_SESSIONS_MAX,
  mostOf,
} from './measured-statistics.rules.ts'
import { queryStatisticsSource, queryTextsSource, sampledSessionsSource } from './statistic-sources.ts'

interface Deps {
  store: Pick<LogStore, 'add'>
  now: () => Date
}

/** Projects whose last counts are remembered: at most 1,000 queries each, about 200 KB. */
const REMEMBERED_PROJECTS_MAX = 100
/** Characters of a text that are kept. */
const TEXT_MAX = 20_000
const DAY_MS = 86_400_000

interface Remembered {
  digest: string
  queries: ReadonlyMap<string, Before>
}

/** The id of a query's entry in lists, as `query-statistics.ts` has it. */
const ID = `concat_ws('-', s.queryid, s.userid, s.toplevel)`

/**
 * What was counted of each query, with a digest of it all in each row. No row when the digest is still $1; one row without
 * an id when nothing was counted.
 */
const countsSql = (schema: string) => `
  with counted as materialized (
    select ${ID} as id, r.rolname::text as role, s.calls::float8 as calls, s.total_exec_time as "totalMs",
      s.rows::float8 as rows, s.shared_blks_hit::float8 as "blocksHit", s.shared_blks_read::float8 as "blocksRead",
      s.max_exec_time as "maxMs"
    from ${schema}.pg_stat_statements(false) s join pg_catalog.pg_authid r on r.oid = s.userid
    where s.dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
      and r.rolname <> '${ADMIN_ROLE}' and s.queryid is not null)
  select d.digest, counted.*
  from (
      select pg_catalog.concat_ws('/', pg_catalog.count(*), pg_catalog.sum(calls), pg_catalog.sum("totalMs"), pg_catalog.sum("maxMs")) as digest
      from counted) d
    left join counted on true
  where d.digest is distinct from $1`

const textsSql = (schema: string) => `
  select ${ID} as id, pg_catalog.left(${withoutMark('s.query')}, ${TEXT_MAX}) as query,
    case when ${hasMark('s.query')} then 'dashboard' end as source
  from ${schema}.pg_stat_statements(true) s where ${ID} = any ($1::text[])`

/** Statements that can be explained, longest running first. Catalog queries are made by tools. */
const topSql = (schema: string) => `
  select ${ID} as id, s.query
  from ${schema}.pg_stat_statements(true) s join pg_catalog.pg_roles r on r.oid = s.userid
  where s.dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
    and r.rolname !~ '^(basalt_|pg_)' and s.queryid is not null and pg_catalog.length(s.query) <= ${TEXT_MAX}
    and s.query ~* '^\\s*(select|insert|update|delete|merge|with)\\M'
    and s.query !~* '${CATALOG_QUERY}'
  order by s.total_exec_time desc limit $1`

/** The queries that have taken the most time so far, with their texts. None where they are not counted. */
export async function topQueries(client: pg.Client, max: number) {
  const schema = await schemaOf(client)
  if (schema === undefined) return []
  return (await client.query<{ id: string; query: string }>(topSql(schema), [max])).rows
}

async function schemaOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ schema: string }>({
    name: 'schema of statistics',
    text: STATISTICS_SCHEMA,
  })
  return rows[0]?.schema
}

/** What each query took, once a minute, as differences. Nothing where `pg_stat_statements` is not enabled. */
export function measureStatistics({ store, now }: Deps): Measurement {
  const remembered = new Map<string, Remembered>()
  /** The texts that were written on a day, so that each has one as long as its counts are kept. */
  const written = new Map<string, { day: number; ids: Set<string> }>()

  const remember = (ref: string, next: Remembered) => {
    remembered.delete(ref)
    remembered.set(ref, next)
    if (remembered.size <= REMEMBERED_PROJECTS_MAX) return
    const [oldest] = remembered.keys()
    remembered.delete(oldest!)
    written.delete(oldest!)
  }

  async function writeTexts(ref: string, client: pg.Client, schema: string, ids: readonly string[]) {
    const timestamp = now().getTime()
    const day = Math.floor(timestamp / DAY_MS)
    const today = written.get(ref)?.day === day ? written.get(ref)! : { day, ids: new Set<string>() }
    written.set(ref, today)
    const missing = ids.filter((id) => !today.ids.has(id))
    if (missing.length === 0) return
    const { rows } = await client.query<{ id: string; query: string | null; source: string | null }>(
      textsSql(schema),
      [missing],
    )
    for (const { id, query, source } of rows) {
      if (query === null) continue
      const isAdded = store.add(ref, queryTextsSource.name, {
        timestamp,
        event_message: withoutSecrets(query),
        query_id: id,
        source,
      })
      if (isAdded) today.ids.add(id)
    }
  }

  return {
    everyMs: METRICS_EVERY_MS,
    async measure(ref, client) {
      const schema = await schemaOf(client)
      if (schema === undefined) return void remembered.delete(ref)
      const before = remembered.get(ref)
      const { rows } = await client.query<{ digest: string } & (Counted | { id: null })>({
        name: `counts of queries in ${schema}`,
        text: countsSql(schema),
        values: [before?.digest],
      })
      const [first] = rows
      if (!first) return void (before && remember(ref, before))
      const counted = rows.filter((one) => one.id !== null)
      const queries = new Map(
        counted.map((one): [string, Before] => [
          one.id,
          [one.calls, one.totalMs, one.rows, one.blocksHit, one.blocksRead, one.maxMs],
        ]),
      )
      remember(ref, { digest: first.digest, queries })
      if (!before) return
      const kept = mostOf(countedBetween(before.queries, counted))
      const timestamp = now().getTime()
      for (const { id, role, calls, totalMs, rows: returned, blocksHit, blocksRead, maxMs } of kept)
        store.add(ref, queryStatisticsSource.name, {
          timestamp,
          event_message: '',
          query_id: id,
          role,
          calls,
          total_ms: totalMs,
          rows: returned,
          blocks_hit: blocksHit,
          blocks_read: blocksRead,
          max_ms: maxMs,
        })
      await writeTexts(
        ref,
        client,
        schema,
        kept.map(({ id }) => id),
      )
    },
    forget(ref) {
      remembered.delete(ref)
      written.delete(ref)
    },
  }
}

/** Sessions of clients that run a statement, wait, or hold a transaction open, with who holds what they wait for. */
const SESSIONS = `
  select a.query_id::text as query_number, a.usename::text as role, a.application_name as application, a.state,
    a.wait_event_type as wait_type, a.wait_event,
    extract(epoch from pg_catalog.clock_timestamp() - coalesce(case when a.state = 'active' then a.query_start else a.state_change end, a.backend_start))::float8 * 1000 as duration_ms,
    case when a.wait_event_type = 'Lock' then (
      select pg_catalog.string_agg(distinct coalesce(b.query_id::text, b.state), ',')
      from pg_catalog.pg_stat_activity b where b.pid = any (pg_catalog.pg_blocking_pids(a.pid))) end as blocked_by
  from pg_catalog.pg_stat_activity a
  where a.backend_type = 'client backend' and a.usename is distinct from '${ADMIN_ROLE}'
    and a.datname = pg_catalog.current_database() and a.state in ('active', 'idle in transaction', 'idle in transaction (aborted)')
  order by duration_ms desc limit ${KEPT_SESSIONS_MAX}`

/** What sessions run and wait for, every few seconds. Their texts are not kept. */
export function sampleSessions({ store, now }: Deps): Measurement {
  return {
    everyMs: SESSIONS_EVERY_MS,
    async measure(ref, client) {
      const { rows } = await client.query<Record<string, string | number | null>>({
        name: 'sessions',
        text: SESSIONS,
      })
      const timestamp = now().getTime()
      for (const session of rows)
        store.add(ref, sampledSessionsSource.name, { timestamp, event_message: '', ...session })
    },
    forget: () => undefined,
  }
}
