import { type StorageReason, storageFailures } from '@basalt/contract/storage/storage-errors.rules.ts'
import { AppError } from '../../http/app-error.ts'

/** An error of the Storage API. Clients branch on the reason. */
export function storageError(reason: StorageReason, message?: string, cause?: unknown) {
  const failure = storageFailures[reason]
  return new AppError(failure.code, message ?? failure.message, { cause, details: { reason } })
}

/** For an invalid key. Invisible characters are percent-encoded in the message. */
export const invalidKey = (name: string) =>
  storageError('InvalidKey', `Invalid key: ${name.toWellFormed().replace(/\p{C}/gu, encodeURIComponent)}`)

export const isReason = (error: unknown, reason: StorageReason) =>
  error instanceof AppError && error.options.details?.reason === reason

const DISK_FULL = ['ENOSPC', 'EDQUOT']

/** The start of PostgreSQL's message, which clients compare. The rest would reveal the policy and table. */
const POLICY_VIOLATED = 'new row violates row-level security policy'

/** Translates an error of the project's database, by SQLSTATE, into an error of the Storage API. */
export function toStorageError(error: unknown): unknown {
  const { code, message, table } = error as Partial<Record<string, string>>
  if (error instanceof AppError || code === undefined) return error
  if (DISK_FULL.includes(code) || code === '53100')
    return storageError('InsufficientStorage', undefined, error)
  switch (code) {
    case '42501':
      return storageError(
        'AccessDenied',
        message?.startsWith(POLICY_VIOLATED) ? POLICY_VIOLATED : message,
        error,
      )
    case '23505':
      return storageError(table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists', undefined, error)
    case '23503':
      return storageError(
        message?.startsWith('update or delete') ? 'ResourceNotEmpty' : 'NoSuchBucket',
        undefined,
        error,
      )
    case '57014':
      return storageError('InvalidRequest', 'The database took too long to respond', error)
  }
  // Errors raised by a project's triggers and policies are for its developers to read.
  return /^(?:P0|22|23|42|25)/.test(code) ? storageError('InvalidRequest', message, error) : error
}
