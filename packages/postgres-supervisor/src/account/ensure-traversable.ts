import { access, chmod, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { EngineError } from '../engine.ts'
import { isRoot } from './account.ts'

/** Anyone may traverse the directory, only the owner may list it. */
export const TRAVERSABLE_MODE = 0o711
const OTHERS_MAY_TRAVERSE = 0o001

/**
 * Creates the data directory, and checks that the accounts of the instances can reach into it: as root, every directory
 * above it must be traversable by others. Called at the start, so that a bad location is reported before any work.
 * @throws EngineError data_dir_unwritable
 */
export async function ensureTraversable(dataDir: string): Promise<void> {
  const directory = resolve(dataDir)
  await makeWritable(directory)
  if (!isRoot()) return
  await chmod(directory, TRAVERSABLE_MODE).catch((cause) => refuse(directory, cause))
  const closed = await findClosedAncestor(directory)
  if (!closed) return
  throw new EngineError(
    'data_dir_unwritable',
    `${closed} does not let other users pass through, so databases, which never run as root, cannot reach their files in ${directory}. Run "chmod o+x ${closed}", or choose a data directory elsewhere, such as /var/lib/basalt.`,
  )
}

/** The topmost directory above `path` that other users may not traverse. */
export async function findClosedAncestor(path: string): Promise<string | undefined> {
  const parent = dirname(path)
  if (parent === path) return undefined
  const higher = await findClosedAncestor(parent)
  if (higher) return higher
  return (await stat(parent)).mode & OTHERS_MAY_TRAVERSE ? undefined : parent
}

async function makeWritable(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: TRAVERSABLE_MODE })
    await access(directory, constants.W_OK | constants.X_OK)
  } catch (cause) {
    refuse(directory, cause)
  }
}

function refuse(directory: string, cause: unknown): never {
  const reason = reasons[(cause as NodeJS.ErrnoException).code ?? ''] ?? (cause as Error).message
  throw new EngineError(
    'data_dir_unwritable',
    `The data directory ${directory} cannot be written: ${reason}. Make the user who runs this program its owner, or choose another directory.`,
    { cause },
  )
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'no space is left on the disk',
}
