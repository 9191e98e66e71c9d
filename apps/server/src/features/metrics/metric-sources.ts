import type { LogSource } from '@basalt/log-store/log-event.ts'

/** One event for each measurement of a database. Counts are differences to the measurement before. */
export const databaseMetricsSource: LogSource = {
  name: 'database_metrics',
  columns: {
    /** The time of the differences, in milliseconds. */
    interval_ms: 'DOUBLE',
    connections: 'INTEGER',
    connections_active: 'INTEGER',
    connections_idle_in_transaction: 'INTEGER',
    connections_waiting: 'INTEGER',
    commits: 'DOUBLE',
    rollbacks: 'DOUBLE',
    blocks_hit: 'DOUBLE',
    blocks_read: 'DOUBLE',
    rows_read: 'DOUBLE',
    rows_written: 'DOUBLE',
    temp_bytes: 'DOUBLE',
    deadlocks: 'DOUBLE',
    wal_bytes: 'DOUBLE',
    checkpoints_timed: 'DOUBLE',
    checkpoints_requested: 'DOUBLE',
  },
}

/** Sizes of databases: one event without a table for the whole, and one for each of the largest tables. */
export const sizesSource: LogSource = {
  name: 'sizes',
  columns: {
    schema_name: 'VARCHAR',
    table_name: 'VARCHAR',
    table_bytes: 'DOUBLE',
    index_bytes: 'DOUBLE',
    live_rows: 'DOUBLE',
    dead_rows: 'DOUBLE',
    dead_bytes: 'DOUBLE',
  },
}

export const metricSources: readonly LogSource[] = [databaseMetricsSource, sizesSource]
