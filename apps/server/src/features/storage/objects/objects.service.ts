import { randomUUID } from 'node:crypto'
import { isObjectKey } from '@basalt/contract/storage/names.rules.ts'
import type { ObjectMetadata } from '@basalt/contract/storage/objects.schema.ts'
import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import type { DatabaseCaller } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import type { Catalog } from '../catalog.ts'
import type { Janitor } from '../janitor.ts'
import { invalidKey, storageError } from '../storage-error.ts'
import {
  deleteAllObjects,
  deleteMatching,
  deleteObjects,
  findObject,
  type ObjectAddress,
  type ObjectRow,
  putObjectIn,
  type ReplaceCondition,
  renameObject,
} from './objects.store.ts'

export type ObjectService = ReturnType<typeof objectService>

export interface Copy {
  from: ObjectAddress
  to: ObjectAddress
  replaces: ReplaceCondition
  /** Throws when the source does not meet the caller's conditions. */
  checkSource?: ((source: ObjectRow) => void) | undefined
  /** Replaces the source's user metadata; undefined keeps it. */
  userMetadata?: Record<string, unknown> | null | undefined
  /** Replaces parts of the source's metadata. */
  replaced?: Partial<ObjectMetadata>
}
/** The maximum number of names per call. */
const DELETE_MAX = 50_000

/** Moves, copies and deletes objects by changing rows only. The bytes stay where they are. */
export function objectService({ catalog, janitor }: { catalog: Catalog; janitor: Janitor }) {
  return {
    async move(ref: string, caller: DatabaseCaller, from: ObjectAddress, to: ObjectAddress) {
      mustBeKey(to.name)
      return catalog.as(ref, caller, async (rows) => {
        const source = await findObject(rows, from.bucket, from.name)
        if (!source) throw storageError('NoSuchKey')
        await renameObject(rows, from, to)
        return source
      })
    },

    /** The copy shares the bytes of its source. */
    async copy(
      ref: string,
      caller: DatabaseCaller,
      { from, to, replaces, checkSource, userMetadata, replaced: changes }: Copy,
    ) {
      mustBeKey(to.name)
      const share = async (rows: Transaction) => {
        const source = await findObject(rows, from.bucket, from.name)
        if (!source) throw storageError('NoSuchKey')
        checkSource?.(source)
        const object = {
          id: randomUUID(),
          bucket: to.bucket,
          name: to.name,
          owner: typeof caller.claims.sub === 'string' ? caller.claims.sub : null,
          version: source.version,
          metadata: { ...source.metadata, ...changes, lastModified: new Date().toISOString() },
          userMetadata: userMetadata === undefined ? source.user_metadata : userMetadata,
        }
        return { ...object, ...(await putObjectIn(rows, object, replaces)) }
      }
      const { replaced, ...copied } = await janitor.withSharedBytes(() => catalog.as(ref, caller, share))
      if (replaced !== copied.version) janitor.discard(ref, [replaced])
      return copied
    },

    async remove(ref: string, caller: DatabaseCaller, bucket: string, names: readonly string[]) {
      if (names.length > DELETE_MAX)
        throw storageError('InvalidRequest', `At most ${DELETE_MAX} objects can be deleted at once`)
      const deleted = await catalog.as(ref, caller, async (rows) => {
        return deleteObjects(rows, bucket, names)
      })
      janitor.discard(
        ref,
        deleted.map(({ version }) => version),
      )
      return deleted
    },

    /** Deletes an object with one of the ETags; `*` matches any. Throws PreconditionFailed. */
    async removeMatching(ref: string, caller: DatabaseCaller, at: ObjectAddress, eTags: readonly string[]) {
      const deleted = await catalog.as(ref, caller, async (rows) => {
        await findBucket(rows, at.bucket)
        return deleteMatching(rows, at.bucket, at.name, eTags)
      })
      if (!deleted) throw storageError('PreconditionFailed')
      janitor.discard(ref, [deleted.version])
    },

    /** Deletes all objects of a bucket, and runs `alsoDo` in the same transaction. */
    async empty(
      ref: string,
      caller: DatabaseCaller,
      bucket: string,
      alsoDo: (rows: Transaction) => Promise<void> = async () => undefined,
    ) {
      const versions = await catalog.as(ref, caller, async (rows) => {
        await findBucket(rows, bucket)
        const deleted = await deleteAllObjects(rows, bucket)
        await alsoDo(rows)
        return deleted
      })
      janitor.discard(ref, versions)
    },
  }
}

function mustBeKey(name: string) {
  if (!isObjectKey(name)) throw invalidKey(name)
}
