import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../platform/start-error.ts'

/** Exists from the first file of a restore to its end. */
const MARKER = 'restore-unfinished'

const markerIn = (dataDir: string) => path.join(dataDir, MARKER)

/** Whether a restore into a data directory was interrupted, so that there is no whole installation in it. */
export const isRestoreUnfinished = (dataDir: string) => existsSync(markerIn(dataDir))

/** What may be in a data directory before a restore: a key file that was put back, and the lock of this process. */
const HARMLESS = ['keys', 'logs', 'server.sock', MARKER]

/**
 * Begins a restore into an empty data directory, or begins an interrupted one again. `keeps` is the folder of the backups,
 * which may be in there. Throws StartError when there is something else that would be lost.
 */
export async function beginRestore(dataDir: string, keeps: string) {
  const isAgain = isRestoreUnfinished(dataDir)
  const found = (await readdir(dataDir)).filter((name) => path.join(dataDir, name) !== keeps)
  const keys = found.includes('keys') ? await readdir(path.join(dataDir, 'keys')) : []
  const isEmpty =
    found.every((name) => HARMLESS.includes(name)) && keys.every((name) => name === 'secrets.key')
  if (!isEmpty && !isAgain)
    throw new StartError(
      `${dataDir} is not empty. Name an empty folder in BASALT_DATA_DIR, or move its contents away.`,
    )
  await writeFile(markerIn(dataDir), '')
  // The key file may be the only copy.
  for (const name of found)
    if (!['keys', 'server.sock', MARKER].includes(name))
      await rm(path.join(dataDir, name), { recursive: true, force: true })
}

export const endRestore = (dataDir: string) => rm(markerIn(dataDir))
