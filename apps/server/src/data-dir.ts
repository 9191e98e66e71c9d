import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, realpath, rmdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import {
  ensureTraversable,
  findClosedAncestor,
} from '@basalt/postgres-supervisor/account/ensure-traversable.ts'
import { StartError } from './platform/start-error.ts'

const SYSTEM_DATA = '/var/lib/basalt'
const OWNER_ONLY = 0o700

/** Where the server writes what it does, as JSON lines. */
export const serverLogFile = (dataDir: string) => path.join(dataDir, 'logs', 'server.log')

export interface DataDir {
  path: string
  /** What people should know about where it is; undefined when it is just where they expect it. */
  notice?: string
}

/**
 * Makes the data directory. As root, databases run as users of their own, who must be able to pass through every
 * folder above it, and a folder in /root does not let them: then the directory is kept below /var/lib/basalt,
 * a link to it stands where it was wanted, and the notice says so.
 * Throws StartError or EngineError in words when the directory cannot be used.
 */
export async function openDataDir(wanted: string): Promise<DataDir> {
  const isMoved = process.getuid?.() === 0 && (await needsToMove(wanted))
  if (isMoved) await linkElsewhere(wanted)
  const location = await realpath(wanted).catch(() => wanted)
  await ensureTraversable(location)
  await mkdir(path.dirname(serverLogFile(location)), { recursive: true, mode: OWNER_ONLY })
  const isElsewhere = location.startsWith(SYSTEM_DATA + path.sep) && location !== wanted
  return {
    path: location,
    ...(isElsewhere && { notice: `The data are in ${location}, to which ${wanted} is a link.` }),
  }
}

async function needsToMove(wanted: string) {
  const found = await lstat(wanted).catch(() => undefined)
  if (found?.isSymbolicLink()) return false
  await mkdir(path.dirname(wanted), { recursive: true })
  const closed = await findClosedAncestor(wanted)
  if (closed === undefined) return false
  if (found && (await readdir(wanted)).length > 0)
    throw new StartError(
      `Databases run as users of their own, who may not pass through ${closed}. Run "chmod o+x ${closed}", or move ${wanted} to a place such as ${SYSTEM_DATA}.`,
    )
  return true
}

async function linkElsewhere(wanted: string) {
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  const elsewhere = path.join(SYSTEM_DATA, name)
  await mkdir(elsewhere, { recursive: true })
  // Where nothing is, nothing is removed; what else is in the way fails the link, in words.
  await rmdir(wanted).catch(() => undefined)
  await symlink(elsewhere, wanted)
}
