import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** `00000002.history` tells at which position of the log the second timeline left the first. */
const HISTORY = /^[0-9A-F]{8}\.history$/

/**
 * Where the newest timeline of a cluster left the one before: the last position that a promoted server has in common with
 * its former primary. Undefined for a cluster that was never promoted.
 */
export async function forkedAt(data: string): Promise<string | undefined> {
  const folder = join(data, 'pg_wal')
  const newest = (await readdir(folder))
    .filter((name) => HISTORY.test(name))
    .toSorted()
    .at(-1)
  if (newest === undefined) return undefined
  // The cluster's account owns this directory: a link planted in it must not redirect the read.
  const file = await open(join(folder, newest), constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return lastSwitch(await file.readFile('utf8'))
  } finally {
    await file.close()
  }
}

/** Each line has a timeline, the position at which it ended, and why. */
export const lastSwitch = (history: string): string | undefined =>
  history
    .split('\n')
    .flatMap((line) => /^\d+\t([0-9A-F]+\/[0-9A-F]+)\t/.exec(line)?.[1] ?? [])
    .at(-1)
