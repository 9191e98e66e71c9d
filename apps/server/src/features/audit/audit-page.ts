import type { AuditCaller } from '@basalt/contract/audit/audit.rules.ts'
import { outcomeOf } from '@basalt/contract/audit/audit.rules.ts'
import type { AuditEntry, AuditFilter } from '@basalt/contract/audit/audit.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../http/app-error.ts'

/** Which log is read, by whom, and how far back it goes. */
export interface AuditLog {
  readerId: string
  /** The log of this organization; the reader's own without it. */
  organizationId?: string
  since: Date
}

export interface AuditPageRequest extends Partial<AuditFilter> {
  limit: number
  cursor?: string | undefined
}

interface Row {
  id: string
  at: string
  user_id: string | null
  email: string | null
  caller: AuditCaller
  token_name: string | null
  action: string
  title: string
  organization_slug: string | null
  organization_name: string | null
  project_ref: string | null
  project_name: string | null
  details: Record<string, unknown>
  address: string
  user_agent: string
  status: number
  code: string | null
  request_id: string
}

const statusIs = {
  succeeded: sql<boolean>`audit_entries.status < 400`,
  refused: sql<boolean>`audit_entries.status between 400 and 499`,
  failed: sql<boolean>`audit_entries.status >= 500`,
}

const all = (conditions: readonly RawBuilder<boolean>[]) => sql.join(conditions, sql` and `)
const any = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** The query for a page, newest first. Organizations are named only to their members. */
export function auditPage(log: AuditLog, request: AuditPageRequest) {
  const { organizationId, readerId, since } = log
  const { user, project, action = [], result = [], from, to, cursor, limit } = request
  const conditions = [
    organizationId === undefined
      ? sql<boolean>`audit_entries.user_id = ${readerId}`
      : sql<boolean>`audit_entries.organization_id = ${organizationId}`,
    sql<boolean>`audit_entries.at >= ${since}`,
    ...(user === undefined ? [] : [sql<boolean>`audit_entries.user_id = ${user}`]),
    ...(project === undefined ? [] : [sql<boolean>`audit_entries.project_ref = ${project}`]),
    ...(action.length === 0 ? [] : [sql<boolean>`audit_entries.action = any(${action})`]),
    ...(result.length === 0 ? [] : [any(result.map((one) => statusIs[one]))]),
    ...(from === undefined ? [] : [sql<boolean>`audit_entries.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql<boolean>`audit_entries.at <= ${to}::timestamptz`]),
    ...(cursor === undefined ? [] : [beforeCursor(cursor)]),
  ]
  return sql<Row>`
    select audit_entries.id, at, audit_entries.user_id, email, caller, token_name, action, title, project_ref,
      project_name, details, address, user_agent, status, code, request_id,
      organizations.slug as organization_slug, organizations.name as organization_name
    from audit_entries
    left join members on members.organization_id = audit_entries.organization_id and members.user_id = ${readerId}
    left join organizations on organizations.id = members.organization_id
    where ${all(conditions)}
    order by audit_entries.at desc, audit_entries.id desc
    limit ${limit}`
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,18})$/

/** Where the next page continues. */
export const cursorAfter = ({ at, id }: Pick<AuditEntry, 'at' | 'id'>) => `${at}_${id}`

function beforeCursor(cursor: string) {
  const [, at, id] = CURSOR.exec(cursor) ?? []
  if (at === undefined || Number.isNaN(Date.parse(at)))
    throw new AppError('validation_failed', 'cursor: Send the next_cursor of the page before')
  return sql<boolean>`(audit_entries.at, audit_entries.id) < (${at}::timestamptz, ${id}::bigint)`
}

export const toAuditEntry = (row: Row): AuditEntry => ({
  id: row.id,
  at: row.at,
  actor: { user_id: row.user_id, email: row.email, kind: row.caller, token_name: row.token_name },
  action: { name: row.action, title: row.title },
  organization:
    row.organization_slug === null || row.organization_name === null
      ? null
      : { slug: row.organization_slug, name: row.organization_name },
  project: row.project_ref === null ? null : { ref: row.project_ref, name: row.project_name },
  details: row.details,
  address: row.address,
  user_agent: row.user_agent,
  result: { outcome: outcomeOf(row.status), status: row.status, code: row.code },
  request_id: row.request_id,
})
