import { randomUUID } from 'node:crypto'
import { readFile, rename, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { diskFull } from '../cluster/disk-full.ts'
import { EngineError } from '../engine.ts'

/** SQLite's code for a database that another connection has locked. */
const SQLITE_BUSY = 5

/**
 * Keeps two processes from supervising the same clusters. The system must release the lock when its holder dies, however
 * it dies. Node has no such lock, but SQLite's lock on a file is one. An owner named in a file could not be replaced
 * safely: between reading a dead owner's name and removing the file, another process may have become the owner.
 * @param path the file that is locked; `<path>.pid` beside it names the holder
 * @returns the function that releases the lock
 * @throws EngineError data_dir_unwritable while another living process holds it, disk_full
 */
export async function lockDirectory(path: string): Promise<() => void> {
  const release = await lockFile(path)
  try {
    await replaceFile(holderOf(path), `${process.pid}\n`)
  } catch (error) {
    release()
    throw error
  }
  return release
}

async function lockFile(path: string): Promise<() => void> {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path, { timeout: 0 })
    file.exec('BEGIN EXCLUSIVE')
    return file.close.bind(file)
  } catch (error) {
    file?.close()
    if (await isDiskFull(path)) throw diskFull(`${path} cannot be locked`, error)
    throw new EngineError('data_dir_unwritable', await refusal(path, error), { cause: error })
  }
}

async function refusal(path: string, error: unknown): Promise<string> {
  if ((error as { errcode?: number }).errcode !== SQLITE_BUSY)
    return `${path} cannot be locked. Run as the user that owns the data directory, or choose another data directory.`
  const pid = (await readFile(holderOf(path), 'utf8').catch(() => '')).trim()
  const holder = pid ? `process ${pid}` : 'another process'
  return `The data directory is already in use by ${holder}. Stop that process, or choose another data directory.`
}

/** SQLite needs space for a journal, and reports a lack of it by several errors. */
const isDiskFull = (path: string) =>
  statfs(dirname(path)).then(
    ({ bavail }) => bavail === 0,
    () => false,
  )

const holderOf = (path: string) => `${path}.pid`

/** Atomic: a concurrent reader sees the old content or the new. */
async function replaceFile(path: string, content: string): Promise<void> {
  const next = `${path}.${randomUUID()}`
  await writeFile(next, content, { mode: 0o600 })
  await rename(next, path)
}
