import { conditionOf, eTagsIn } from '../downloads/conditions.ts'
import type { ObjectDetails } from '../objects/object-details.ts'
import { isReason, storageError } from '../storage-error.ts'
import type { S3Fields } from './s3-request.ts'

/** The conditions on the object that a write replaces. Throws NotImplemented for those that S3 does not support. */
export function writeConditionIn(fields: S3Fields) {
  const { 'if-match': match, 'if-none-match': noneMatch } = fields
  if (match !== undefined && noneMatch !== undefined)
    throw storageError('NotImplemented', 'If-Match and If-None-Match cannot be combined')
  if (noneMatch !== undefined && noneMatch.trim() !== '*')
    throw storageError('NotImplemented', 'If-None-Match of a write can only be *')
  return { isUpsert: noneMatch === undefined, ifMatch: match === undefined ? undefined : eTagsIn(match) }
}

/** Runs a conditional write, and reports a taken name as PreconditionFailed. */
export const conditionally = <T>(work: () => Promise<T>) =>
  work().catch((error) => {
    throw isReason(error, 'KeyAlreadyExists') ? storageError('PreconditionFailed', undefined, error) : error
  })

/** Throws PreconditionFailed when the source of a copy does not meet the request's conditions. */
export function mustMeetSourceConditions(fields: S3Fields, source: ObjectDetails) {
  const prefix = 'x-amz-copy-source-'
  const conditions = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(`${prefix}if-`) ? [[name.slice(prefix.length), value]] : [],
    ),
  )
  if (conditionOf(conditions, source) !== 'fulfilled') throw storageError('PreconditionFailed')
}
