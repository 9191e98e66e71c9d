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
  type Replacing,
  renameObject,
} from './objects.store.ts'

export type ObjectService = ReturnType<typeof objectService>

export interface Copy {
  from: ObjectAddress
  to: ObjectAddress
  replaces: Replacing
  /** Throws when the source does not meet the caller's conditions. */
  mustFit?: ((source: ObjectRow) => void) | undefined
  /** Replaces what the source's owner noted; undefined keeps it. */
  userMetadata?: Record<string, unknown> | null | undefined
  /** Replaces what is known of the bytes. */
  replaced?: Partial<ObjectMetadata>
}

/** The largest number of names that one call deletes. */
const DELETE_MAX = 50_000

/** What changes rows alone: the bytes of an object stay where they are, whatever it is called. */
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

    /** Both objects share the bytes. */
    async copy(
      ref: string,
      caller: DatabaseCaller,
      { from, to, replaces, mustFit, userMetadata, replaced: changes }: Copy,
    ) {
      mustBeKey(to.name)
      const share = async (rows: Transaction) => {
        const source = await findObject(rows, from.bucket, from.name)
        if (!source) throw storageError('NoSuchKey')
        mustFit?.(source)
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
      const { replaced, ...copied } = await janitor.whileSharing(() => catalog.as(ref, caller, share))
      if (replaced !== copied.version) janitor.discard(ref, [replaced])
      return copied
    },

    async remove(ref: string, caller: DatabaseCaller, bucket: string, names: readonly string[]) {
      if (names.length > DELETE_MAX)
        throw storageError('InvalidRequest', `At most ${DELETE_MAX} objects are deleted at once`)
      const deleted = await catalog.as(ref, caller, async (rows) => {
        return deleteObjects(rows, bucket, names)
      })
      janitor.discard(
        ref,
        deleted.map(({ version }) => version),
      )
      return deleted
    },

    /** Deletes an object that has one of the ETags, or, for `*`, any. Throws PreconditionFailed. */
    async removeMatching(ref: string, caller: DatabaseCaller, at: ObjectAddress, eTags: readonly string[]) {
      const deleted = await catalog.as(ref, caller, async (rows) => {
        await findBucket(rows, at.bucket)
        return deleteMatching(rows, at.bucket, at.name, eTags)
      })
      if (!deleted) throw storageError('PreconditionFailed')
      janitor.discard(ref, [deleted.version])
    },

    /** `alsoDo` happens in the same transaction. */
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
