import { type AuditOutcome, auditOutcomes } from '@basalt/contract/audit/audit.rules.ts'
import { aDay, aText, aUuid, oneOf, searchOf } from '../../../lib/shape.ts'

/** The search params of the log; invalid ones are dropped. */
export const auditSearch = searchOf({
  /** The caller's id. */
  user: aUuid,
  /** A ref. */
  project: aText,
  /** The name of an endpoint. */
  action: aText,
  result: oneOf(auditOutcomes),
  /** The first and last day, in the local time zone. */
  from: aDay,
  to: aDay,
  /** The entry whose details are open. */
  entry: aText,
})
export type AuditSearch = ReturnType<typeof auditSearch.parse>
export type AuditFilter = Omit<AuditSearch, 'entry'>

export const filterOf = ({ entry: _, ...filter }: AuditSearch): AuditFilter => filter

export const isFiltered = (filter: AuditFilter) => Object.values(filter).some((value) => value !== undefined)

/** The filter as the server expects it. */
export interface AuditRequest {
  user?: string
  project?: string
  action?: string
  result?: AuditOutcome
  from?: string
  to?: string
}

/** Converts a filter; days become times from midnight of the first to the end of the last. */
export function requestOf({ user, project, action, result, from, to }: AuditFilter): AuditRequest {
  return {
    ...(user && { user }),
    ...(project && { project }),
    ...(action && { action }),
    ...(result && { result }),
    ...(from && { from: midnight(from).toISOString() }),
    ...(to && { to: new Date(midnight(to, 1).getTime() - 1).toISOString() }),
  }
}

/** Local midnight at the start of a day, plus `daysLater` days, which may have 23 or 25 hours. */
function midnight(day: string, daysLater = 0) {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + daysLater)
  return date
}
