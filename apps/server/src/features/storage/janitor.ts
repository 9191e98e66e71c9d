import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { SERVICE } from '../../platform/project-databases/database-caller.ts'
import type { Catalog } from './catalog.ts'
import { versionsInUse } from './objects/objects.store.ts'

/** Bytes are written before the row that names them: what is younger may still get one. */
export const UNNAMED_FOR_MS = 60 * 60 * 1000
const BATCH = 1000

export type Janitor = ReturnType<typeof janitorOf>

interface Deps {
  blobs: BlobStore
  catalog: Catalog
  now: () => Date
  onFailure(ref: string, error: unknown): void
}

/** Whether this can name stored bytes: a project's own SQL may have written anything into its rows. */
export const isVersion = (version: unknown): version is string =>
  typeof version === 'string' && /^[\w-]{1,100}$/.test(version)

/** Where an object's bytes lie. */
export const blobKey = (ref: string, version: string) => `${ref}/${version}`

/**
 * Takes away bytes that no object has any more, in the background: what was replaced and deleted soon after, and what
 * a crash or somebody's own SQL left behind at the next sweep. Only reachability counts, so bytes can be shared.
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
    // A copy that is being made may have seen a row that is gone by now, and not committed its own yet.
    await Promise.allSettled(sharing)
    for (const version of await unused(ref, candidates)) await blobs.remove(blobKey(ref, version))
  }

  const inBatches = async (ref: string, versions: readonly string[]) => {
    for (let start = 0; start < versions.length; start += BATCH)
      await removeUnused(ref, versions.slice(start, start + BATCH))
  }

  return {
    /** Call it after the rows are gone for good. What fails is left to the next sweep. */
    discard(ref: string, versions: readonly (string | null)[]) {
      const known = versions.filter((version) => version !== null && isVersion(version))
      if (known.length === 0) return
      const work = inBatches(ref, known)
        .catch((error) => onFailure(ref, error))
        .finally(() => working.delete(work))
      working.add(work)
    },

    /** Work that gives bytes which have a row another one: nothing is taken away from under it. */
    async whileSharing<T>(work: () => Promise<T>) {
      const shared = work()
      sharing.add(shared)
      try {
        return await shared
      } finally {
        sharing.delete(shared)
      }
    },

    /** Removes all bytes that no object of the project has. Its database must be running. */
    async sweep(ref: string, unnamedForMs = UNNAMED_FOR_MS) {
      const before = now().getTime() - unnamedForMs
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

    /** Everything of a project that is gone. */
    async removeAll(ref: string) {
      for await (const { key } of blobs.list(ref)) await blobs.remove(key)
    },

    /** Resolves when what was discarded is gone. */
    async idle() {
      await Promise.all(working)
    },
  }
}
