import { SERVICE } from '../../platform/project-databases/database-caller.ts'
import type { Catalog } from './catalog.ts'
import { storedVersions } from './objects/objects.store.ts'

/** Files of a project and its branches that are counted. */
export const COUNTED_FILES_MAX = 200_000

interface Deps {
  catalog: Catalog
  /** A project and all of its branches, which share their bytes, with whether their databases run. */
  family(root: string): Promise<{ ref: string; isAwake: boolean }[]>
  /** Runs work in a database without counting as activity. */
  uncounted(ref: string, work: () => Promise<unknown>): Promise<void>
}

/**
 * The bytes of the files of a project and its branches, by ref: those that only one of them has, and those that several
 * have. Branches that sleep are left out, and what only those share counts as own. Undefined when there are too many files.
 */
export const familyBytes =
  ({ catalog, family, uncounted }: Deps) =>
  async (root: string): Promise<ReadonlyMap<string, { own: number; shared: number }> | undefined> => {
    const owners = new Map<string, number>()
    const found = new Map<string, readonly { version: string; bytes: number }[]>()
    let left = COUNTED_FILES_MAX
    for (const { ref, isAwake } of await family(root)) {
      if (!isAwake) continue
      await uncounted(ref, async () => {
        const versions = await catalog.as(ref, SERVICE, (rows) => storedVersions(rows, left + 1))
        found.set(ref, versions)
        left -= versions.length
      })
      if (left < 0) return undefined
    }
    for (const versions of found.values())
      for (const { version } of versions) owners.set(version, (owners.get(version) ?? 0) + 1)
    return new Map(
      [...found].map(([ref, versions]) => {
        const sum = { own: 0, shared: 0 }
        for (const { version, bytes } of versions) sum[owners.get(version)! > 1 ? 'shared' : 'own'] += bytes
        return [ref, sum]
      }),
    )
  }
