import type { SqlFailure } from '@basalt/contract/errors.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { ApiError } from '../../../../api/api-error.ts'

/** Why a run ended without its results. `sql` is there when PostgreSQL refused the text itself. */
export interface QueryFailure {
  readonly message: string
  readonly sql?: SqlFailure
  readonly requestId?: string
}

export const failureOfEvent = ({ message, sql }: Extract<QueryEvent, { type: 'error' }>): QueryFailure => ({
  message,
  ...(sql && { sql }),
})

/** The call was refused before a row was sent, or the connection broke while rows came. */
export function failureOfError(error: unknown): QueryFailure {
  if (!(error instanceof ApiError)) return connectionLost
  return { message: error.message, ...(error.requestId && { requestId: error.requestId }) }
}

export const connectionLost: QueryFailure = {
  message:
    'The connection to the server was lost while the query ran. Check what it has done before you run it again.',
}

const QUERY_CANCELED = '57014'
/** Whether PostgreSQL ended the query because it was told to. */
export const isCancellation = ({ sql }: QueryFailure) => sql?.sqlstate === QUERY_CANCELED
