import { type AuditOutcome, auditOutcomes } from '@basalt/contract/audit/audit.rules.ts'
import { aDay, aText, aUuid, oneOf, searchOf } from '../../../lib/shape.ts'

/** What of the log is shown, as the address holds it; what is not understood is left out. */
export const auditSearch = searchOf({
  /** The id of who called. */
  user: aUuid,
  /** A ref. */
  project: aText,
  /** The name of a call. */
  action: aText,
  result: oneOf(auditOutcomes),
  /** The first and the last day, in the reader's time zone. */
  from: aDay,
  to: aDay,
  /** The entry whose details are open. */
  entry: aText,
})
export type AuditSearch = ReturnType<typeof auditSearch.parse>
export type AuditFilter = Omit<AuditSearch, 'entry'>

export const filterOf = ({ entry: _, ...filter }: AuditSearch): AuditFilter => filter

export const isFiltered = (filter: AuditFilter) => Object.values(filter).some((value) => value !== undefined)

/** What the server is asked for. */
export interface AuditRequest {
  user?: string
  project?: string
  action?: string
  result?: AuditOutcome
  from?: string
  to?: string
}

/** Days become moments: from the first one's midnight until the midnight that ends the last one. */
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

/** Local midnight at the beginning of a day, or so many days later: a day may have 23 or 25 hours. */
function midnight(day: string, daysLater = 0) {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + daysLater)
  return date
}
