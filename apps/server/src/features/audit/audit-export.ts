import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'

const columns: readonly (readonly [string, (entry: AuditEntry) => string | number | null | undefined])[] = [
  ['at', ({ at }) => at],
  ['user_id', ({ actor }) => actor.user_id],
  ['email', ({ actor }) => actor.email],
  ['caller', ({ actor }) => actor.kind],
  ['token_name', ({ actor }) => actor.token_name],
  ['action', ({ action }) => action.name],
  ['title', ({ action }) => action.title],
  ['organization', ({ organization }) => organization?.slug],
  ['project_ref', ({ project }) => project?.ref],
  ['project_name', ({ project }) => project?.name],
  ['result', ({ result }) => result.outcome],
  ['status', ({ result }) => result.status],
  ['code', ({ result }) => result.code],
  ['details', ({ details }) => JSON.stringify(details)],
  ['address', ({ address }) => address],
  ['user_agent', ({ user_agent }) => user_agent],
  ['request_id', ({ request_id }) => request_id],
]

/** CSV (RFC 4180) with a header line. */
export async function* auditCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name))
  for await (const entry of entries) yield csvLine(columns.map(([, cellOf]) => String(cellOf(entry) ?? '')))
}

/** One JSON object per line. */
export async function* auditLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`
}

const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Makes text of what a spreadsheet would read as a formula: names and user agents are written by strangers. */
function csvCell(text: string) {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
