import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import { type DatabaseCaller, SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import type { Catalog } from '../catalog.ts'
import { isReason, storageError } from '../storage-error.ts'
import { findObject, type ObjectAddress } from './objects.store.ts'

export type ReadableObjects = ReturnType<typeof readableObjects>

/** Objects that may be read, and by whom. */
export function readableObjects(catalog: Catalog) {
  /** For anyone. Throws NoSuchBucket when the bucket is not public, and NoSuchKey. */
  const findPublic = (ref: string, address: ObjectAddress) =>
    catalog.as(ref, SERVICE, (rows) => publicObject(rows, address))

  return {
    findPublic,

    /** What policies let the caller read, and everything in public buckets. Throws NoSuchKey. */
    async find(ref: string, caller: DatabaseCaller, address: ObjectAddress) {
      const object = await catalog.as(ref, caller, (rows) => findObject(rows, address.bucket, address.name))
      if (object) return object
      if (caller.role === SERVICE.role) throw storageError('NoSuchKey')
      return findPublic(ref, address).catch((error) => {
        throw isReason(error, 'NoSuchBucket') ? storageError('NoSuchKey') : error
      })
    },
  }
}

/** Tells no more of what is not public than of what does not exist. */
async function publicObject(rows: Transaction, { bucket, name }: ObjectAddress) {
  const found = await findBucket(rows, bucket)
  if (!found.public) throw storageError('NoSuchBucket')
  const object = await findObject(rows, bucket, name)
  if (!object) throw storageError('NoSuchKey')
  return object
}
