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

/** The server's log, as JSON lines. */
export const serverLogFile = (dataDir: string) => path.join(dataDir, 'logs', 'server.log')

/** The folder of projects' logs, one folder each. */
export const projectLogsIn = (dataDir: string) => path.join(dataDir, 'project-logs')

export interface DataDir {
  path: string
  /** Says where the directory really is; undefined when it is at the requested path. */
  notice?: string
}

/**
 * Creates the data directory. As root, each database runs as a separate user, which must be able to traverse every
 * parent folder; /root does not allow that. The directory is then created below /var/lib/basalt with a link at the
 * requested path, and the notice says so.
 * Throws StartError or EngineError with a message for people when the directory cannot be used.
 */
export async function openDataDir(requested: string): Promise<DataDir> {
  const isMoved = process.getuid?.() === 0 && (await needsToMove(requested))
  if (isMoved) await linkElsewhere(requested)
  const location = await realpath(requested).catch(() => requested)
  await ensureTraversable(location)
  await mkdir(path.dirname(serverLogFile(location)), { recursive: true, mode: OWNER_ONLY })
  const isElsewhere = location.startsWith(SYSTEM_DATA + path.sep) && location !== requested
  return {
    path: location,
    ...(isElsewhere && { notice: `The data is in ${location}. ${requested} links to it.` }),
  }
}

async function needsToMove(requested: string) {
  const found = await lstat(requested).catch(() => undefined)
  if (found?.isSymbolicLink()) return false
  await mkdir(path.dirname(requested), { recursive: true })
  const closed = await findClosedAncestor(requested)
  if (closed === undefined) return false
  if (found && (await readdir(requested)).length > 0)
    throw new StartError(
      `Databases run as separate users, which cannot enter ${closed}. Run "chmod o+x ${closed}", or move ${requested} to a place such as ${SYSTEM_DATA}.`,
    )
  return true
}

async function linkElsewhere(requested: string) {
  const name = createHash('sha256').update(requested).digest('hex').slice(0, 12)
  const elsewhere = path.join(SYSTEM_DATA, name)
  await mkdir(elsewhere, { recursive: true })
  // The path may not exist. Anything else in the way makes the link fail with a clear error.
  await rmdir(requested).catch(() => undefined)
  await symlink(elsewhere, requested)
}
