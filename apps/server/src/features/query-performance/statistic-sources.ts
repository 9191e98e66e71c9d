import type { LogSource } from '@basalt/log-store/log-event.ts'

/** What PostgreSQL counted of a query in the interval before. */
export const queryStatisticsSource: LogSource = {
  name: 'query_statistics',
  columns: {
    query_id: 'VARCHAR',
    role: 'VARCHAR',
    calls: 'DOUBLE',
    total_ms: 'DOUBLE',
    rows: 'DOUBLE',
    blocks_hit: 'DOUBLE',
    blocks_read: 'DOUBLE',
    /** The longest call, if it was longer than any call before. */
    max_ms: 'DOUBLE',
  },
}

/** The text of a query, once a day as its message. */
export const queryTextsSource: LogSource = {
  name: 'query_texts',
  columns: {
    query_id: 'VARCHAR',
    /** `dashboard`, or null for all others. */
    source: 'VARCHAR',
  },
}

/** Sessions that ran or waited when they were sampled. */
export const sampledSessionsSource: LogSource = {
  name: 'sampled_sessions',
  columns: {
    /** PostgreSQL's own number of the query, without role. */
    query_number: 'VARCHAR',
    role: 'VARCHAR',
    application: 'VARCHAR',
    state: 'VARCHAR',
    wait_type: 'VARCHAR',
    wait_event: 'VARCHAR',
    duration_ms: 'DOUBLE',
    /** The queries of the sessions that hold what it waits for. */
    blocked_by: 'VARCHAR',
  },
}

/** The plan of a query without values, which is the message. */
export const queryPlansSource: LogSource = {
  name: 'query_plans',
  columns: {
    query_id: 'VARCHAR',
    /** Equal for plans of the same steps on the same tables and indexes. */
    shape: 'VARCHAR',
    cost: 'DOUBLE',
    /** Separated by line breaks, which names in EXPLAIN do not have. */
    tables: 'VARCHAR',
    indexes: 'VARCHAR',
  },
}

export const statisticSources: readonly LogSource[] = [
  queryStatisticsSource,
  queryTextsSource,
  sampledSessionsSource,
  queryPlansSource,
]
