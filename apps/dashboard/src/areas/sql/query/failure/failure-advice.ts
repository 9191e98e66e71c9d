import type { QueryFailure } from './query-failure.ts'

const QUERY_CANCELED = '57014'
const READ_ONLY = '25006'

/** Whether it failed for what only the replica it ran on has: it takes no changes, or is not there. */
export const isOfReplica = ({ sql }: QueryFailure) => sql === undefined || sql.sqlstate === READ_ONLY

/** What else is to be said of a failure than PostgreSQL says: why, and what can be done. Undefined for most. */
export function failureAdvice(
  { message, sql }: QueryFailure,
  limit: number | undefined,
  isOnReplica = false,
): string | undefined {
  if (
    /(?:statement|upstream|read) timeout/i.test(message) ||
    (sql?.sqlstate === QUERY_CANCELED && /timeout/.test(message))
  )
    return 'The query took longer than it may. Explain it to see where its time goes, raise the limit with set statement_timeout in the same run, or connect to the database directly for long work.'
  if (isOnReplica && sql?.sqlstate === READ_ONLY)
    return 'This ran on a read replica, which takes no changes. Switch to the primary database and run it again.'
  if (sql?.sqlstate === READ_ONLY)
    return 'Nothing can be written here: the session is read-only, as it is for a role that may only read.'
  if (/too (?:large|long)/i.test(message))
    return 'Connect to the database directly for texts and values of this size.'
  if (limit !== undefined && limit > 0 && sql?.sqlstate === '42601')
    return 'A limit was put at the end of this query. Choose No limit if that is in the way.'
  return undefined
}
