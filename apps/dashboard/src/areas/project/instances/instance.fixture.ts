import type { InstanceFacts, InstanceLogEntry } from '@basalt/contract/instances/instances.schema.ts'

/** Information about a running database for tests. */
export const facts = (differences: Partial<InstanceFacts> = {}): InstanceFacts => ({
  version: '18.4',
  host: '127.0.0.1',
  port: 24400,
  port_moved: null,
  database: 'postgres',
  user: 'postgres',
  disk_bytes: 40 * 1024 * 1024,
  database_bytes: 8 * 1024 * 1024,
  connections: { used: 3, max: 60 },
  started_at: '2026-01-02T03:04:05.000Z',
  ...differences,
})

export const logEntry = (differences: Partial<InstanceLogEntry> = {}): InstanceLogEntry => ({
  time: '2026-01-02T03:04:05.678Z',
  severity: 'LOG',
  message: 'database system is ready to accept connections',
  detail: null,
  hint: null,
  statement: null,
  sqlstate: null,
  user: null,
  ...differences,
})
