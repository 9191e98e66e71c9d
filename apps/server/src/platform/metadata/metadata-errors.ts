import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { METADATA_RETRY_AFTER_S } from './metadata.rules.ts'

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const DISK_FULL = '53100'
const DISK_FULL_MESSAGE = 'The disk of this Basalt is full. Free some space and try again.'
const NOT_CONNECTED = /^(?:08...|57P0[123]|ECONNREFUSED|ECONNRESET|ENOTFOUND)$/

export const isUniqueViolation = (error: unknown) => (error as { code?: unknown }).code === UNIQUE_VIOLATION

/**
 * Whether a retry would fail in the same way. By SQLSTATE: the written data is wrong (21, 22) or violates a constraint
 * of the table (23).
 */
export const isContentError = (error: unknown) =>
  error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? '')

/**
 * The metadata database did not answer, so it is unknown whether the statement ran. Only calls to the metadata throw it,
 * which distinguishes it from an unavailable project database.
 */
export class MetadataUnavailable extends AppError {
  constructor(why: string, cause?: unknown) {
    super('instance_unavailable', `The metadata database ${why}. Try again in a moment.`, {
      cause,
      retryAfter: METADATA_RETRY_AFTER_S,
    })
    this.name = 'MetadataUnavailable'
  }
}

/** The metadata database had no disk space for a write. Only calls to the metadata throw it. */
export class MetadataDiskFull extends AppError {
  constructor(cause: unknown) {
    super('storage_full', DISK_FULL_MESSAGE, { cause })
    this.name = 'MetadataDiskFull'
  }
}

/** Whether a call failed because the metadata database was down or full, so that it may succeed later. */
export const isMetadataFailure = (error: unknown) =>
  error instanceof MetadataUnavailable || error instanceof MetadataDiskFull

/** Messages for a lost connection, by Node's code or the SQLSTATE. Addresses and names stay in the cause. */
const reasons: [code: RegExp, why: string][] = [
  [/^(?:ECONNREFUSED|ENOENT)$/, 'refuses connections'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'cannot be found by its host name'],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, 'cannot be reached'],
  [/^57P0[123]$/, 'is starting or shutting down'],
  [/^53300$/, 'has no connection left'],
  [/^(?:08...|ECONNRESET|EPIPE|ECONNABORTED)$/, 'closed the connection'],
]

/** Errors of `pg` without a code: the connection was lost, or none was available in time. */
const LOST = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/
const LATE = /^(?:timeout exceeded|timeout expired|Connection terminated due to connection timeout)/

/**
 * The error as MetadataUnavailable when it means that the metadata did not answer, as MetadataDiskFull when its disk was
 * full, else the error itself.
 */
export function toMetadataFailure(error: unknown): unknown {
  if (isMetadataFailure(error)) return error
  const { code, message = '' } = error as { code?: unknown; message?: string }
  const [, why] = reasons.find(([pattern]) => typeof code === 'string' && pattern.test(code)) ?? []
  if (why) return new MetadataUnavailable(why, error)
  if (code === DISK_FULL) return new MetadataDiskFull(error)
  if (error instanceof pg.DatabaseError) return error
  if (LATE.test(message)) return new MetadataUnavailable('does not answer', error)
  return LOST.test(message) ? new MetadataUnavailable('closed the connection', error) : error
}

/** What a failed statement on the metadata means to the caller, by SQLSTATE; undefined when it is our own bug. */
export function metadataError(error: unknown): AppError | undefined {
  const { code } = error as { code?: unknown }
  if (code === UNIQUE_VIOLATION) return new AppError('conflict', 'That exists already', { cause: error })
  if (code === FOREIGN_KEY_VIOLATION)
    return new AppError('conflict', 'Something else still depends on this', { cause: error })
  if (code === DISK_FULL) return new AppError('storage_full', DISK_FULL_MESSAGE, { cause: error })
  if (typeof code === 'string' && NOT_CONNECTED.test(code))
    return new AppError('instance_unavailable', 'A database did not answer. Try again in a moment.', {
      cause: error,
    })
  return undefined
}
