import { lstat, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

interface Link {
  source: string
  target: string
}

/**
 * Creates the missing library links of the distribution. Packages cannot contain links: an install script creates them,
 * and some installs run no scripts. Without them no program of the distribution loads.
 * @param native the distribution's folder, whose pg-symlinks.json lists paths that begin with `native/`. On a read-only
 * file system the links stay missing, and running the programs fails.
 */
export async function repairSymlinks(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  await Promise.all(links.map((link) => ensureLink(dirname(native), link)))
}

async function ensureLink(root: string, { source, target }: Link): Promise<void> {
  const path = join(root, target)
  if (await lstat(path).catch(() => undefined)) return
  await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
    if (!TOLERATED.has(error.code ?? '')) throw error
  })
}

/** Another process created it at the same time, or the file system is read-only. */
const TOLERATED = new Set(['EEXIST', 'EACCES', 'EPERM', 'EROFS'])
