import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { SERVICE } from '../../platform/project-databases/database-caller.ts'
import type { Catalog } from './catalog.ts'
import { versionsInUse } from './objects/objects.store.ts'
import type { UnusedFiles } from './unused-files.store.ts'

/** Bytes are written before their row, so younger orphans may still get one. */
export const ORPHAN_AGE_MS = 60 * 60 * 1000
const BATCH = 1000

export type Janitor = ReturnType<typeof janitorOf>

interface Deps {
  blobs: BlobStore
  catalog: Catalog
  /** The project that a branch is a branch of; the project itself if it is none. */
  rootOf(ref: string): Promise<string>
  /** A project and all of its branches, which share their bytes, with whether their databases run. */
  family(root: string): Promise<{ ref: string; isAwake: boolean }[]>
  /** Runs work in a database without counting as activity. */
  uncounted(ref: string, work: () => Promise<unknown>): Promise<void>
  /** What falls out of use, which backups may refer to. */
  unusedFiles: UnusedFiles
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
 * or by a project's SQL in the next sweep. Decides by reachability only, so objects can share bytes. Bytes that any branch
 * of the project or a backup may refer to stay: those of a branch that sleeps or is being made are decided on when it is awake.
 */
export function janitorOf({ blobs, catalog, rootOf, family, uncounted, unusedFiles, now, onFailure }: Deps) {
  const working = new Set<Promise<void>>()
  const sharing = new Set<Promise<unknown>>()
  let copiesBegun = 0

  const unusedIn = async (ref: string, versions: readonly string[]) => {
    if (versions.length === 0) return []
    const used = await catalog.as(ref, SERVICE, (rows) => versionsInUse(rows, versions))
    return versions.filter((version) => !used.has(version))
  }

  const unused = async (ref: string, versions: readonly string[]) => {
    let left = await unusedIn(ref, versions)
    if (left.length === 0) return left
    const others = (await family(await rootOf(ref))).filter((member) => member.ref !== ref)
    if (others.some(({ isAwake }) => !isAwake)) return []
    for (const other of others)
      await uncounted(other.ref, async () => {
        left = await unusedIn(other.ref, left)
      })
    return left
  }

  const removeUnused = async (
    ref: string,
    versions: readonly string[],
    { hasJustEnded }: { hasJustEnded: boolean },
  ) => {
    const root = await rootOf(ref)
    const candidates = await unused(ref, versions)
    if (!hasJustEnded) {
      const found = new Set(candidates)
      await unusedFiles.forget(
        root,
        versions.filter((version) => !found.has(version)),
      )
    }
    if (candidates.length === 0) return
    // A copy in progress may have read a row that is gone by now, and not have committed its own yet.
    await Promise.allSettled(sharing)
    const begun = copiesBegun
    const removable = await unused(ref, candidates)
    // A branch may have been reset from one that was asked later, and have the row that the other has lost meanwhile.
    if (copiesBegun !== begun) return
    const removed = await unusedFiles.removable(root, removable, { hasJustEnded })
    for (const version of removed) await blobs.remove(blobKey(ref, version))
    await unusedFiles.forget(root, removed)
  }

  const withSharedBytes = async <T>(work: () => Promise<T>) => {
    const shared = work()
    sharing.add(shared)
    try {
      return await shared
    } finally {
      sharing.delete(shared)
    }
  }

  const inBatches = async (ref: string, versions: readonly string[]) => {
    for (let start = 0; start < versions.length; start += BATCH)
      await removeUnused(ref, versions.slice(start, start + BATCH), { hasJustEnded: true })
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
    withSharedBytes,

    /** Prevents the deletion of bytes while a database is copied, whose rows then refer to them too. */
    whileCopying<T>(work: () => Promise<T>) {
      copiesBegun += 1
      return withSharedBytes(work)
    },

    /** Deletes all bytes of a project and of its branches without an object. Its database must be running. */
    async sweep(ref: string, orphanAgeMs = ORPHAN_AGE_MS) {
      if ((await rootOf(ref)) !== ref) return
      const before = now().getTime() - orphanAgeMs
      let batch: string[] = []
      for await (const { key, writtenAt } of blobs.list(ref)) {
        if (writtenAt.getTime() > before) continue
        batch.push(key.slice(ref.length + 1))
        if (batch.length < BATCH) continue
        await removeUnused(ref, batch, { hasJustEnded: false })
        batch = []
      }
      if (batch.length > 0) await removeUnused(ref, batch, { hasJustEnded: false })
    },

    /** Deletes everything of a deleted project. What only a branch had is removed by the next sweep of its project. */
    async removeAll(ref: string) {
      if ((await rootOf(ref)) !== ref) return
      for await (const { key } of blobs.list(ref)) await blobs.remove(key)
    },

    /** Resolves when all discarded bytes have been deleted. */
    async idle() {
      await Promise.all(working)
    },
  }
}
