import { randomUUID } from 'node:crypto'
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { EngineError } from '../engine.ts'
import { processIdentity } from './process-table.ts'

/**
 * Keeps two processes from supervising the same clusters. Node has no file locks that the system releases when
 * their owner dies, so the file names its owner, and a dead owner's lock is taken over.
 * @returns the function that releases the lock
 * @throws EngineError data_dir_unwritable while another living process holds it
 */
export async function lockDirectory(path: string): Promise<() => Promise<void>> {
  const mine = `${path}.${randomUUID()}`
  await writeFile(mine, `${process.pid}\n${await processIdentity(process.pid)}\n${mine}\n`, { mode: 0o600 })
  try {
    // Linking is atomic and carries the content along: nobody ever reads a lock without its owner's name.
    while (!(await linked(mine, path))) await takeOver(path)
  } finally {
    await unlink(mine)
  }
  return async () => {
    if ((await readFile(path, 'utf8').catch(() => '')).includes(mine)) await unlink(path)
  }
}

async function takeOver(path: string): Promise<void> {
  const content = await readFile(path, 'utf8').catch(() => '')
  if (!content) return
  const [pid, identity] = content.split('\n')
  if ((await processIdentity(Number(pid))) === identity) {
    throw new EngineError(
      'data_dir_unwritable',
      `The data directory is already in use by process ${pid}. Stop that process, or choose another data directory.`,
    )
  }
  const aside = `${path}.${randomUUID()}`
  await rename(path, aside).catch(ignoreMissing)
  // Between reading and moving, another process may have taken the stale lock over: give it back.
  const moved = await readFile(aside, 'utf8').catch(() => content)
  if (moved !== content) await linked(aside, path)
  await unlink(aside).catch(ignoreMissing)
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
