import type { PlanId } from '../organizations/organizations.rules.ts'
import type { LogScope, LogSourceId } from './log-limits.rules.ts'

/** The sources of a project's logs, by the names that SQL uses. */
export const logSourceIds = [
  'edge_logs',
  'postgres_logs',
  'pooler_logs',
  'webhook_logs',
  'storage_logs',
  'auth_logs',
] as const satisfies LogSourceId[]
export const logScopes = ['all_logs', ...logSourceIds] as const

export const logLevels = ['info', 'warning', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LogField {
  readonly type: 'text' | 'number'
  readonly description: string
}

/** Fields of every event besides its time and message. */
const common = {
  level: { type: 'text', description: 'info, warning or error' },
  left_out: { type: 'number', description: 'Events before this one that were not written' },
} as const satisfies Record<string, LogField>

const request = {
  method: { type: 'text', description: 'GET, POST, …' },
  path: { type: 'text', description: 'Below the project’s URL, without values that may be secret' },
  status: { type: 'number', description: 'Of the response; 499 when the client disconnected' },
  duration_ms: { type: 'number', description: 'Until the response was complete' },
  role: { type: 'text', description: 'The database role of the key or token' },
  service: { type: 'text', description: 'rest, storage, auth, …' },
  response_bytes: { type: 'number', description: 'Including headers' },
  request_id: { type: 'text', description: 'Also in the header x-request-id of the response' },
  address: { type: 'text', description: 'The client’s network address' },
  user_agent: { type: 'text', description: 'The client’s program' },
} as const satisfies Record<string, LogField>

const auth = {
  error_code: { type: 'text', description: 'Why the auth API refused the call, such as invalid_credentials' },
  user_id: { type: 'text', description: 'The user whom a call of the auth API was about' },
  audit_action: {
    type: 'text',
    description: 'What a call of the auth API did, as the audit log names it: login, login_failed, …',
  },
} as const satisfies Record<string, LogField>

interface LogSourceRule {
  readonly description: string
  readonly fields: Readonly<Record<string, LogField>>
}

export const logSources: Readonly<Record<LogSourceId, LogSourceRule>> = {
  edge_logs: {
    description: 'Every request to the project’s APIs',
    fields: { ...request, ...auth, ...common },
  },
  postgres_logs: {
    description: 'What the database server reports',
    fields: {
      severity: { type: 'text', description: 'LOG, WARNING, ERROR, FATAL, PANIC' },
      sqlstate: { type: 'text', description: 'PostgreSQL’s error code' },
      detail: { type: 'text', description: 'More about the message' },
      hint: { type: 'text', description: 'What PostgreSQL suggests' },
      user_name: { type: 'text', description: 'The role of the session' },
      database: { type: 'text', description: 'The database of the session' },
      application: { type: 'text', description: 'The application_name of the session' },
      backend: { type: 'text', description: 'The kind of process' },
      pid: { type: 'number', description: 'The process' },
      session_id: { type: 'text', description: 'The session' },
      request_id: { type: 'text', description: 'The request to an API that caused it' },
      ...common,
    },
  },
  pooler_logs: {
    description: 'Logins of clients at the poolers',
    fields: {
      user_name: { type: 'text', description: 'The role' },
      database: { type: 'text', description: 'The database' },
      mode: { type: 'text', description: 'session or transaction' },
      port: { type: 'text', description: 'shared, dedicated or direct' },
      outcome: { type: 'text', description: 'accepted or refused' },
      address: { type: 'text', description: 'The client’s network address' },
      ssl: { type: 'text', description: 'yes or no' },
      ...common,
    },
  },
  webhook_logs: {
    description: 'Attempts to deliver changes of tables',
    fields: {
      webhook: { type: 'text', description: 'The name of the webhook' },
      outcome: { type: 'text', description: 'delivered, pending while another attempt follows, or failed' },
      attempt: { type: 'number', description: '1 for the first one' },
      answer: { type: 'text', description: 'The status of the receiver, or why there is none' },
      duration_ms: { type: 'number', description: 'Until the answer was complete' },
      event_id: { type: 'text', description: 'The same in all attempts; also in the header webhook-id' },
      ...common,
    },
  },
  storage_logs: {
    description: 'Requests for files and buckets',
    fields: { ...request, bucket: { type: 'text', description: 'The bucket of the request' }, ...common },
  },
  auth_logs: {
    description: 'Sign-ups, sign-ins and other requests of users',
    fields: {
      ...request,
      ...auth,
      action: { type: 'text', description: 'signup, token, logout, …' },
      ...common,
    },
  },
}

/** The sources that together have every event once; the others are parts of the gateway's. */
export const wholeSources = [
  'edge_logs',
  'postgres_logs',
  'pooler_logs',
  'webhook_logs',
] as const satisfies LogSourceId[]

export const sourcesOf = (scope: LogScope): readonly LogSourceId[] =>
  scope === 'all_logs' ? wholeSources : [scope]

/** The fields that a search of this scope may use. */
export const fieldsOf = (scope: LogScope): Readonly<Record<string, LogField>> =>
  Object.assign({}, ...sourcesOf(scope).map((source) => logSources[source].fields))

/** How long events are kept, by the plan of the organization. */
export const logRetentionDays = { free: 1, pro: 7, team: 28, enterprise: 90 } as const satisfies Record<
  PlanId,
  number
>
/** Bytes on disk per project and source. The oldest events go first. */
export const LOG_BYTES_MAX = 1024 ** 3

export const LOG_PAGE_SIZE = 100
export const LOG_PAGE_MAX = 1_000
/** Events that an export reads at once: it holds so many of each source, however many there are. */
export const LOG_EXPORT_PAGE = 10_000
/** The time that is searched unless a request says otherwise. */
export const LOG_RANGE_DEFAULT_MS = 3_600_000

/** Rows that a query of the explorer returns. */
export const LOG_QUERY_ROWS_MAX = 1_000

/** Related events that are shown with an event, per source. */
export const RELATED_EVENTS_MAX = 20
/** Related events lie within this time of the event: a session may last for days. */
export const RELATED_WITHIN_MS = 300_000

const BUCKETS_MAX = 120
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const BUCKET_SIZES = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  24 * HOUR,
]

/** The width of a histogram's bars in milliseconds, for about a hundred of them. */
export const bucketMs = (rangeMs: number): number =>
  BUCKET_SIZES.find((size) => rangeMs / size <= BUCKETS_MAX) ?? 24 * HOUR
