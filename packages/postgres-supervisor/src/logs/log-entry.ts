import type { LogEntry } from '../engine.ts'

/** The keys of PostgreSQL's jsonlog that are read; see "Using JSON-Format Log Output" in its manual. */
interface JsonLogLine {
  timestamp?: string
  error_severity?: string
  message?: string
  detail?: string
  hint?: string
  statement?: string
  state_code?: string
  user?: string
  dbname?: string
  pid?: number
  backend_type?: string
  application_name?: string
  session_id?: string
}

/** Parses a line of a jsonlog; undefined for anything else, such as a line cut short by a crash. */
export function parseLogLine(text: string): LogEntry | undefined {
  const line = parseObject(text)
  if (!line?.timestamp || !line.error_severity) return undefined
  return withoutAbsent({
    time: isoTime(line.timestamp),
    severity: line.error_severity,
    message: line.message ?? '',
    detail: line.detail,
    hint: line.hint,
    statement: line.statement,
    sqlstate: line.state_code,
    user: line.user,
    database: line.dbname,
    pid: line.pid,
    backend: line.backend_type,
    application: line.application_name,
    session: line.session_id,
  })
}

function parseObject(text: string): JsonLogLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** `2026-01-02 03:04:05.678 UTC` → `2026-01-02T03:04:05.678Z`; every cluster logs in UTC. */
const isoTime = (timestamp: string) => timestamp.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z')

const withoutAbsent = (entry: LogEntry): LogEntry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as unknown as LogEntry
