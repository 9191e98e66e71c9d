import type { LogScope } from '../logs/log-limits.rules.ts'
import { type MetricId, type MetricUnit, metrics } from './metrics.rules.ts'
import { type PresetReport, presetReportTitles } from './preset-reports.rules.ts'

/** What a line of a chart means, which decides its colour. */
export type MetricTone = 'main' | 'good' | 'warning' | 'critical'

interface MetricChart {
  readonly title: string
  /** What a user cannot see in it. */
  readonly description: string
  readonly lines: readonly (readonly [MetricId, MetricTone])[]
  /** Bars for counts of separate things, lines for what lasts. */
  readonly kind: 'bars' | 'lines'
  /** The logs that tell more about a moment. */
  readonly logs: { readonly scope: LogScope; readonly q?: string }
}

const requestCharts = (service: 'api' | 'storage' | 'auth', scope: LogScope) =>
  ({
    requests: {
      title: 'Requests',
      description: 'Responses by status',
      lines: [
        [`${service}_succeeded`, 'main'],
        [`${service}_refused`, 'warning'],
        [`${service}_failed`, 'critical'],
      ],
      kind: 'bars',
      logs: { scope },
    },
    errors: {
      title: 'Errors',
      description: 'Responses with a status of 400 and above',
      lines: [
        [`${service}_refused`, 'warning'],
        [`${service}_failed`, 'critical'],
      ],
      kind: 'bars',
      logs: { scope, q: 'status:>=400' },
    },
    response_time: {
      title: 'Response time',
      description: 'Until the last byte of a response was sent',
      lines: [
        [`${service}_p50_ms`, 'main'],
        [`${service}_p95_ms`, 'warning'],
      ],
      kind: 'lines',
      logs: { scope },
    },
    egress: {
      title: 'Sent data',
      description: 'Bytes of responses, with headers',
      lines: [[`${service}_sent_bytes`, 'main']],
      kind: 'bars',
      logs: { scope },
    },
  }) as const satisfies Record<string, MetricChart>

const api = requestCharts('api', 'edge_logs')
const storage = requestCharts('storage', 'storage_logs')
const auth = requestCharts('auth', 'auth_logs')
const ofDatabase = { scope: 'postgres_logs' } as const

/** Every chart of reports by its id. */
export const metricCharts = {
  database_connections: {
    title: 'Connections',
    description: 'The most at one time, without those of Basalt itself',
    lines: [
      ['connections', 'main'],
      ['connections_active', 'good'],
      ['connections_idle_in_transaction', 'warning'],
      ['connections_waiting', 'critical'],
    ],
    kind: 'lines',
    logs: { scope: 'pooler_logs' },
  },
  database_transactions: {
    title: 'Transactions per second',
    description: 'Every statement outside a transaction is one of its own',
    lines: [
      ['commits', 'main'],
      ['rollbacks', 'critical'],
    ],
    kind: 'lines',
    logs: ofDatabase,
  },
  database_cache: {
    title: 'Cache hits',
    description: 'The part of blocks found in shared buffers',
    lines: [['cache_hit_rate', 'main']],
    kind: 'lines',
    logs: ofDatabase,
  },
  database_rows: {
    title: 'Rows per second',
    description: 'Rows that scans returned, and rows inserted, updated or deleted',
    lines: [
      ['rows_read', 'main'],
      ['rows_written', 'good'],
    ],
    kind: 'lines',
    logs: ofDatabase,
  },
  database_wal: {
    title: 'Write-ahead log per second',
    description: 'Replicas and backups receive all of it',
    lines: [['wal_bytes', 'main']],
    kind: 'lines',
    logs: ofDatabase,
  },
  database_temporary: {
    title: 'Temporary files per second',
    description: 'Sorts and joins that did not fit into work_mem',
    lines: [['temp_bytes', 'warning']],
    kind: 'lines',
    logs: ofDatabase,
  },
  database_checkpoints: {
    title: 'Checkpoints',
    description: 'Many requested ones mean that max_wal_size is small for the writes',
    lines: [
      ['checkpoints_timed', 'main'],
      ['checkpoints_requested', 'warning'],
    ],
    kind: 'bars',
    logs: { scope: 'postgres_logs', q: 'backend:checkpointer' },
  },
  database_deadlocks: {
    title: 'Deadlocks',
    description: 'PostgreSQL cancelled a transaction of each',
    lines: [['deadlocks', 'critical']],
    kind: 'bars',
    logs: { scope: 'postgres_logs', q: 'sqlstate:40P01' },
  },
  database_size: {
    title: 'Size',
    description: 'The database, and the part that dead rows take',
    lines: [
      ['database_bytes', 'main'],
      ['dead_bytes', 'warning'],
    ],
    kind: 'lines',
    logs: ofDatabase,
  },
  api_requests: api.requests,
  api_errors: api.errors,
  api_response_time: api.response_time,
  api_egress: api.egress,
  storage_requests: storage.requests,
  storage_errors: storage.errors,
  storage_response_time: storage.response_time,
  storage_egress: storage.egress,
  auth_requests: auth.requests,
  auth_errors: auth.errors,
  auth_response_time: auth.response_time,
  pooler_logins: {
    title: 'Logins',
    description: 'Clients of the poolers, with either port',
    lines: [
      ['logins_accepted', 'main'],
      ['logins_refused', 'critical'],
    ],
    kind: 'bars',
    logs: { scope: 'pooler_logs' },
  },
} as const satisfies Record<string, MetricChart>
export type MetricChartId = keyof typeof metricCharts
export const metricChartIds = Object.keys(metricCharts) as [MetricChartId, ...MetricChartId[]]

/** What a chart's numbers are; all of its lines have the same unit. */
export const unitOf = (chart: MetricChartId): MetricUnit => metrics[metricCharts[chart].lines[0][0]].unit

/** Reports that every project has, with their charts in order. */
export const presetReports = {
  database: {
    title: presetReportTitles.database,
    description: 'Connections, transactions, memory and size of the database',
    charts: [
      'database_connections',
      'database_transactions',
      'database_cache',
      'database_rows',
      'database_wal',
      'database_temporary',
      'database_checkpoints',
      'database_deadlocks',
      'database_size',
    ],
  },
  api: {
    title: presetReportTitles.api,
    description: 'Requests to all APIs of the project',
    charts: ['api_requests', 'api_errors', 'api_response_time', 'api_egress'],
  },
  storage: {
    title: presetReportTitles.storage,
    description: 'Requests for files and buckets',
    charts: ['storage_requests', 'storage_errors', 'storage_response_time', 'storage_egress'],
  },
  auth: {
    title: presetReportTitles.auth,
    description: 'Sign-ups, sign-ins and other requests of users',
    charts: ['auth_requests', 'auth_errors', 'auth_response_time'],
  },
  pooler: {
    title: presetReportTitles.pooler,
    description: 'Logins at the poolers, and the connections they lead to',
    charts: ['pooler_logins', 'database_connections'],
  },
} as const satisfies Record<
  PresetReport,
  { title: string; description: string; charts: readonly MetricChartId[] }
>
export const presetReportIds = Object.keys(presetReports) as [PresetReport, ...PresetReport[]]
