import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** In the folder of a cluster while its files may not be on disk: the boot of the machine in which they were written. */
const MARK = 'unsynced'

/** Resolves once the mark would survive a power failure. */
export async function markUnsynced(folder: string, bootId: string): Promise<void> {
  const mark = await open(join(folder, MARK), 'w', 0o600)
  try {
    await mark.writeFile(bootId)
    await mark.sync()
  } finally {
    await mark.close()
  }
  const directory = await open(folder)
  await directory.sync().finally(() => directory.close())
}

/** The boot of the machine in which files were written that may not be on disk; undefined when all are. */
export const unsyncedSince = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, MARK), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

export const markSynced = (folder: string) => rm(join(folder, MARK), { force: true })
