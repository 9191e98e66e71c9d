import type { LogSource } from './log-event.ts'

export const TESTED_SOURCES: readonly LogSource[] = [
  { name: 'requests', columns: { status: 'INTEGER', path: 'VARCHAR', bytes: 'BIGINT' } },
  { name: 'copied', columns: { line: 'INTEGER' } },
]
