import type { QueryFailure } from './query-failure.ts'

const QUERY_CANCELED = '57014'
const READ_ONLY = '25006'

/** Whether a failure on a replica is specific to it: it is read-only, or unavailable. */
export const isReplicaFailure = ({ sql }: QueryFailure) => sql === undefined || sql.sqlstate === READ_ONLY

/** Explains a failure beyond PostgreSQL's own message: why it happened and what to do. Undefined for most. */
export function failureAdvice(
  { message, sql }: QueryFailure,
  limit: number | undefined,
  isOnReplica = false,
): string | undefined {
  if (
    /(?:statement|upstream|read) timeout/i.test(message) ||
    (sql?.sqlstate === QUERY_CANCELED && /timeout/.test(message))
  )
    return 'The query exceeded the statement timeout. Explain it to see where the time goes, raise the limit with set statement_timeout in the same run, or connect to the database directly for long work.'
  if (isOnReplica && sql?.sqlstate === READ_ONLY)
    return 'Read replicas accept no changes. Switch to the primary database and run it again.'
  if (sql?.sqlstate === READ_ONLY)
    return 'This session is read-only, as it is for roles that can only read, and while production is locked.'
  if (/too (?:large|long)/i.test(message))
    return 'Connect to the database directly for queries and values of this size.'
  if (limit !== undefined && limit > 0 && sql?.sqlstate === '42601')
    return 'A limit was added to the end of this query. Choose No limit to run it without.'
  return undefined
}
