import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import { type DatabaseCaller, SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import type { Catalog } from '../catalog.ts'
import { isReason, storageError } from '../storage-error.ts'
import { findObject, type ObjectAddress } from './objects.store.ts'

export type ReadableObjects = ReturnType<typeof readableObjects>

/** Reads objects, including public ones. */
export function readableObjects(catalog: Catalog) {
  /** Finds an object in a public bucket. Throws NoSuchBucket for other buckets, and NoSuchKey. */
  const findPublic = (ref: string, address: ObjectAddress) =>
    catalog.as(ref, SERVICE, (rows) => publicObject(rows, address))

  return {
    findPublic,

    /** Finds an object that policies let the caller read, or that is public. Throws NoSuchKey. */
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

/** Reports private buckets like missing ones. */
async function publicObject(rows: Transaction, { bucket, name }: ObjectAddress) {
  const found = await findBucket(rows, bucket)
  if (!found.public) throw storageError('NoSuchBucket')
  const object = await findObject(rows, bucket, name)
  if (!object) throw storageError('NoSuchKey')
  return object
}
