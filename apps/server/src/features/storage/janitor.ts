import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { SERVICE } from '../../platform/project-databases/database-caller.ts'
import type { Catalog } from './catalog.ts'
import { versionsInUse } from './objects/objects.store.ts'

/** Bytes are written before their row, so younger orphans may still get one. */
export const ORPHAN_AGE_MS = 60 * 60 * 1000
const BATCH = 1000

export type Janitor = ReturnType<typeof janitorOf>

interface Deps {
  blobs: BlobStore
  catalog: Catalog
  now: () => Date
  onFailure(ref: string, error: unknown): void
}

/** Whether a value can be a version. A project's own SQL may have written anything into its rows. */
export const isVersion = (version: unknown): version is string =>
  typeof version === 'string' && /^[\w-]{1,100}$/.test(version)

/** The blob key of an object's bytes. */
export const blobKey = (ref: string, version: string) => `${ref}/${version}`

/**
 * Deletes bytes without an object, in the background: replaced and deleted ones soon after, and those left by a crash
 * or by a project's SQL in the next sweep. Decides by reachability only, so objects can share bytes.
 */
export function janitorOf({ blobs, catalog, now, onFailure }: Deps) {
  const working = new Set<Promise<void>>()
  const sharing = new Set<Promise<unknown>>()

  const unused = async (ref: string, versions: readonly string[]) => {
    if (versions.length === 0) return []
    const used = await catalog.as(ref, SERVICE, (rows) => versionsInUse(rows, versions))
    return versions.filter((version) => !used.has(version))
  }

  const removeUnused = async (ref: string, versions: readonly string[]) => {
    const candidates = await unused(ref, versions)
    // A copy in progress may have read a row that is gone by now, and not have committed its own yet.
    await Promise.allSettled(sharing)
    for (const version of await unused(ref, candidates)) await blobs.remove(blobKey(ref, version))
  }

  const inBatches = async (ref: string, versions: readonly string[]) => {
    for (let start = 0; start < versions.length; start += BATCH)
      await removeUnused(ref, versions.slice(start, start + BATCH))
  }

  return {
    /** Call after the rows' deletion has been committed. Failures are left to the next sweep. */
    discard(ref: string, versions: readonly (string | null)[]) {
      const known = versions.filter((version) => version !== null && isVersion(version))
      if (known.length === 0) return
      const work = inBatches(ref, known)
        .catch((error) => onFailure(ref, error))
        .finally(() => working.delete(work))
      working.add(work)
    },

    /** Prevents the deletion of bytes while work gives them to another object. */
    async withSharedBytes<T>(work: () => Promise<T>) {
      const shared = work()
      sharing.add(shared)
      try {
        return await shared
      } finally {
        sharing.delete(shared)
      }
    },

    /** Deletes all bytes of a project without an object. Its database must be running. */
    async sweep(ref: string, orphanAgeMs = ORPHAN_AGE_MS) {
      const before = now().getTime() - orphanAgeMs
      let batch: string[] = []
      for await (const { key, writtenAt } of blobs.list(ref)) {
        if (writtenAt.getTime() > before) continue
        batch.push(key.slice(ref.length + 1))
        if (batch.length < BATCH) continue
        await removeUnused(ref, batch)
        batch = []
      }
      if (batch.length > 0) await removeUnused(ref, batch)
    },

    /** Deletes everything of a deleted project. */
    async removeAll(ref: string) {
      for await (const { key } of blobs.list(ref)) await blobs.remove(key)
    },

    /** Resolves when all discarded bytes have been deleted. */
    async idle() {
      await Promise.all(working)
    },
  }
}
