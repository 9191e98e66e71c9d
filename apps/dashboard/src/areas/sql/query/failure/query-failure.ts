import type { SqlFailure } from '@basalt/contract/errors.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { ApiError } from '../../../../api/api-error.ts'

/** Why a run failed. `sql` is present when the error is PostgreSQL's. */
export interface QueryFailure {
  readonly message: string
  readonly sql?: SqlFailure
  readonly requestId?: string
}

export const failureOfEvent = ({ message, sql }: Extract<QueryEvent, { type: 'error' }>): QueryFailure => ({
  message,
  ...(sql && { sql }),
})

/** For a request that was rejected before the first row, or a connection that was lost later. */
export function failureOfError(error: unknown): QueryFailure {
  if (!(error instanceof ApiError)) return connectionLost
  return { message: error.message, ...(error.requestId && { requestId: error.requestId }) }
}

export const connectionLost: QueryFailure = {
  message:
    'The connection to the server was lost while the query was running. Check what it did before you run it again.',
}

const QUERY_CANCELED = '57014'
/** Whether PostgreSQL ended the query because it was cancelled. */
export const isCancellation = ({ sql }: QueryFailure) => sql?.sqlstate === QUERY_CANCELED
