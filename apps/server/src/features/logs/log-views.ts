import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import type { LogSource } from '@basalt/log-store/log-event.ts'
import type { LogView } from '@basalt/log-store/log-store.ts'

/** The folders of a project's events. Columns are only ever added: older files have none of the newer ones. */
export const requestsSource: LogSource = {
  name: 'requests',
  columns: {
    method: 'VARCHAR',
    path: 'VARCHAR',
    status: 'INTEGER',
    duration_ms: 'DOUBLE',
    role: 'VARCHAR',
    service: 'VARCHAR',
    response_bytes: 'BIGINT',
    request_id: 'VARCHAR',
    address: 'VARCHAR',
    user_agent: 'VARCHAR',
    error_code: 'VARCHAR',
    user_id: 'VARCHAR',
    audit_action: 'VARCHAR',
  },
}
export const postgresSource: LogSource = {
  name: 'postgres',
  columns: {
    severity: 'VARCHAR',
    sqlstate: 'VARCHAR',
    detail: 'VARCHAR',
    hint: 'VARCHAR',
    user_name: 'VARCHAR',
    database: 'VARCHAR',
    application: 'VARCHAR',
    backend: 'VARCHAR',
    pid: 'INTEGER',
    session_id: 'VARCHAR',
    request_id: 'VARCHAR',
  },
}
export const poolerSource: LogSource = {
  name: 'pooler',
  columns: {
    user_name: 'VARCHAR',
    database: 'VARCHAR',
    mode: 'VARCHAR',
    port: 'VARCHAR',
    outcome: 'VARCHAR',
    address: 'VARCHAR',
    ssl: 'VARCHAR',
  },
}
export const webhooksSource: LogSource = {
  name: 'webhooks',
  columns: {
    webhook: 'VARCHAR',
    outcome: 'VARCHAR',
    attempt: 'INTEGER',
    answer: 'VARCHAR',
    duration_ms: 'DOUBLE',
    event_id: 'VARCHAR',
  },
}
export const storedSources: readonly LogSource[] = [
  requestsSource,
  postgresSource,
  poolerSource,
  webhooksSource,
]

const levelOfStatus = `case when status >= 500 then 'error' when status >= 400 then 'warning' else 'info' end`

/** What queries see. Requests are stored once, whichever service answers them. */
export const logViews: Readonly<Record<LogSourceId, LogView>> = {
  edge_logs: { name: 'edge_logs', source: requestsSource, columns: { level: levelOfStatus } },
  postgres_logs: {
    name: 'postgres_logs',
    source: postgresSource,
    columns: {
      level: `case when severity in ('ERROR', 'FATAL', 'PANIC') then 'error' when severity = 'WARNING' then 'warning' else 'info' end`,
    },
  },
  pooler_logs: {
    name: 'pooler_logs',
    source: poolerSource,
    columns: { level: `case when outcome = 'refused' then 'warning' else 'info' end` },
  },
  webhook_logs: {
    name: 'webhook_logs',
    source: webhooksSource,
    columns: {
      level: `case outcome when 'failed' then 'error' when 'pending' then 'warning' else 'info' end`,
    },
  },
  storage_logs: {
    name: 'storage_logs',
    source: requestsSource,
    where: `service = 'storage'`,
    columns: {
      level: levelOfStatus,
      bucket: `nullif(regexp_extract(path, '^/storage/v1/(?:(?:object|render/image)/(?:(?:sign|public|authenticated|info|list|upload/sign)/)*|bucket/|s3/)([^/?]+)', 1), '')`,
    },
  },
  auth_logs: {
    name: 'auth_logs',
    source: requestsSource,
    where: `service = 'auth'`,
    columns: {
      level: levelOfStatus,
      action: `nullif(regexp_extract(path, '^/auth/v1/([^?]+)', 1), '')`,
    },
  },
}
