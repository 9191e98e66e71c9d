import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isUnloggedFork } from './left-out.rules.ts'

/** Folders with the files of relations. */
const SHARED = 'global'
const DATABASES = 'base'

/**
 * The files that recovery makes of the `_init` forks of unlogged relations, by their paths in a data directory. An index has its
 * `_init` fork only once it has been built, so a copy or backup that began before has the file of an ordinary index. Its
 * recovery replays the making of the fork, and would fail where it finds that file: what is listed here at the end is not to be in it.
 */
export async function unloggedForks(data: string): Promise<Set<string>> {
  const databases = (await readdir(join(data, DATABASES))).map((name) => join(DATABASES, name))
  const found = await Promise.all(
    [SHARED, ...databases].map(async (folder) => {
      const names = new Set(await readdir(join(data, folder)).catch(ignoreMissing))
      return [...names].filter((name) => isUnloggedFork(name, names)).map((name) => join(folder, name))
    }),
  )
  return new Set(found.flat())
}

/** A database may be dropped meanwhile. */
function ignoreMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return []
}
