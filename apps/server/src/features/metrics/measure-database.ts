import {
  MEASURED_TABLES_MAX,
  METRICS_EVERY_MS,
  SIZES_EVERY_MS,
} from '@basalt/contract/metrics/metrics.rules.ts'
import type { LogStore } from '@basalt/log-store/log-store.ts'
import { ADMIN_ROLE } from '../../platform/project-databases/database-roles.ts'
import { baselines } from './baselines.ts'
import { databaseMetricsSource, sizesSource } from './metric-sources.ts'
import type { Measurement } from './metrics.port.ts'
import { INTERVAL_MAX_MS, increase } from './metrics.rules.ts'

interface Deps {
  store: Pick<LogStore, 'add'>
  now: () => Date
  /** Milliseconds that grow evenly, whatever the clock is set to. */
  elapsed?: () => number
}

const counters = [
  'commits',
  'rollbacks',
  'blocks_hit',
  'blocks_read',
  'rows_read',
  'rows_written',
  'temp_bytes',
  'deadlocks',
  'wal_bytes',
  'checkpoints_timed',
  'checkpoints_requested',
] as const
type Counts = Record<(typeof counters)[number], number>

type Gauges = Record<
  'connections' | 'connections_active' | 'connections_idle_in_transaction' | 'connections_waiting',
  number
>

/** PostgreSQL's cumulative statistics, with the sessions of everyone but Basalt's superuser. */
const COUNTS = `
  select sessions.*,
    d.xact_commit::float8 as commits, d.xact_rollback::float8 as rollbacks,
    d.blks_hit::float8 as blocks_hit, d.blks_read::float8 as blocks_read,
    d.tup_returned::float8 as rows_read,
    (d.tup_inserted + d.tup_updated + d.tup_deleted)::float8 as rows_written,
    d.temp_bytes::float8 as temp_bytes, d.deadlocks::float8 as deadlocks,
    w.wal_bytes::float8 as wal_bytes,
    c.num_timed::float8 as checkpoints_timed, c.num_requested::float8 as checkpoints_requested
  from pg_catalog.pg_stat_database d, pg_catalog.pg_stat_wal w, pg_catalog.pg_stat_checkpointer c,
    (select count(*)::int as connections,
       (count(*) filter (where state = 'active'))::int as connections_active,
       (count(*) filter (where state like 'idle in transaction%'))::int as connections_idle_in_transaction,
       (count(*) filter (where wait_event_type = 'Lock'))::int as connections_waiting
     from pg_catalog.pg_stat_activity
     where backend_type = 'client backend' and usename is distinct from '${ADMIN_ROLE}') sessions
  where d.datname = pg_catalog.current_database()`

/** Sessions, transactions, blocks and the write-ahead log of a database, once a minute. */
export function measureCounts({ store, now, elapsed = () => performance.now() }: Deps): Measurement {
  const last = baselines<{ counts: Counts; at: number }>()
  return {
    everyMs: METRICS_EVERY_MS,
    async measure(ref, client) {
      const { rows } = await client.query<Gauges & Counts>({ name: 'counts', text: COUNTS })
      const measured = rows[0]!
      const counts = Object.fromEntries(counters.map((name) => [name, measured[name]])) as Counts
      const at = elapsed()
      const before = last.replace(ref, { counts, at })
      store.add(ref, databaseMetricsSource.name, {
        timestamp: now().getTime(),
        event_message: '',
        connections: measured.connections,
        connections_active: measured.connections_active,
        connections_idle_in_transaction: measured.connections_idle_in_transaction,
        connections_waiting: measured.connections_waiting,
        ...(before && {
          interval_ms: Math.min(at - before.at, INTERVAL_MAX_MS),
          ...Object.fromEntries(counters.map((name) => [name, increase(before.counts[name], counts[name])])),
        }),
      })
    },
    forget: last.forget,
  }
}

/** The largest tables, with PostgreSQL's own estimate of their rows. */
const TABLES = `
  select n.nspname::text as schema_name, c.relname::text as table_name,
    pg_catalog.pg_table_size(c.oid)::float8 as table_bytes,
    pg_catalog.pg_indexes_size(c.oid)::float8 as index_bytes,
    coalesce(s.n_live_tup, 0)::float8 as live_rows, coalesce(s.n_dead_tup, 0)::float8 as dead_rows
  from (select * from pg_catalog.pg_class
        where relkind in ('r', 'm') and relnamespace in (
          select oid from pg_catalog.pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
        order by relpages desc, oid limit ${MEASURED_TABLES_MAX}) c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_stat_all_tables s on s.relid = c.oid`

const DATABASE_BYTES = `
  select pg_catalog.pg_database_size(pg_catalog.current_database())::float8 as bytes`

interface MeasuredTable {
  schema_name: string
  table_name: string
  table_bytes: number
  index_bytes: number
  live_rows: number
  dead_rows: number
}

/** The size of a database and of its largest tables, every few minutes. */
export function measureSizes({ store, now }: Deps): Measurement {
  return {
    everyMs: SIZES_EVERY_MS,
    async measure(ref, client) {
      const { rows: whole } = await client.query<{ bytes: number }>({ name: 'bytes', text: DATABASE_BYTES })
      const { rows: tables } = await client.query<MeasuredTable>({ name: 'tables', text: TABLES })
      const timestamp = now().getTime()
      const measured = tables.map((table) => ({ ...table, dead_bytes: deadBytes(table) }))
      for (const table of measured)
        store.add(ref, sizesSource.name, { timestamp, event_message: '', ...table })
      store.add(ref, sizesSource.name, {
        timestamp,
        event_message: '',
        table_bytes: whole[0]!.bytes,
        dead_bytes: measured.reduce((sum, { dead_bytes }) => sum + dead_bytes, 0),
      })
    },
    forget: () => undefined,
  }
}

/** The part of a table's bytes that dead rows take if they are as long as the others. */
const deadBytes = ({ table_bytes, live_rows, dead_rows }: MeasuredTable) =>
  dead_rows === 0 ? 0 : Math.round((table_bytes * dead_rows) / (live_rows + dead_rows))
