import type { LogSource } from './log-event.ts'
import type { LogView } from './log-store.ts'

export const TESTED_SOURCES: readonly LogSource[] = [
  { name: 'requests', columns: { status: 'INTEGER', path: 'VARCHAR', bytes: 'BIGINT' } },
  { name: 'copied', columns: { line: 'INTEGER' } },
]

const [requests, copied] = TESTED_SOURCES
export const REQUESTS: LogView = { name: 'edge_logs', source: requests! }
export const COPIED: LogView = { name: 'postgres_logs', source: copied! }
