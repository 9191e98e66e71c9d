import { type StorageReason, storageFailures } from '@basalt/contract/storage/storage-errors.rules.ts'
import { AppError } from '../../http/app-error.ts'

/** A refusal of the storage service; its clients branch on the reason. */
export function storageError(reason: StorageReason, message?: string, cause?: unknown) {
  const failure = storageFailures[reason]
  return new AppError(failure.code, message ?? failure.message, { cause, details: { reason } })
}

/** For a key that no object can have. What cannot be seen in it is percent-encoded. */
export const invalidKey = (name: string) =>
  storageError('InvalidKey', `Invalid key: ${name.toWellFormed().replace(/\p{C}/gu, encodeURIComponent)}`)

export const isReason = (error: unknown, reason: StorageReason) =>
  error instanceof AppError && error.options.details?.reason === reason

const DISK_FULL = ['ENOSPC', 'EDQUOT']

/** How PostgreSQL's message begins. Clients compare with it; which policy and table it was is not the caller's to know. */
const POLICY_VIOLATED = 'new row violates row-level security policy'

/** Says by SQLSTATE what a failure in the project's database means to a client of the storage service. */
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
      return storageError('InvalidRequest', 'The database took too long to answer', error)
  }
  // What triggers and policies of the project raise, and what they get wrong, is for its people to read.
  return /^(?:P0|22|23|42|25)/.test(code) ? storageError('InvalidRequest', message, error) : error
}
