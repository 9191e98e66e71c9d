import { existsSync } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterFiles } from '../cluster/cluster-files.ts'
import { shrinkLargeFiles } from '../cluster/shrink-large-files.ts'
import { run } from '../process/run.ts'
import { endOrphanBackends } from '../process/termination.ts'
import { type Layout, replacedId } from './layout.ts'

/** A tool of a killed engine may still write for a moment while its files are being removed. */
const REMOVE_ATTEMPTS = 10
const REMOVE_RETRY_MS = 100

/**
 * Ends a cluster's processes and removes its folder, with a thousand files or more, while everyone else goes first.
 * @throws CommandError
 */
export async function removeCluster(folder: string): Promise<void> {
  await endOrphanBackends(clusterFiles(folder).data, 0)
  for (let attempt = 1; ; attempt++) {
    const failure = await shrinkLargeFiles(folder)
      .then(() => run('rm', ['-rf', folder], { background: 'whenever' }))
      .then(
        () => undefined,
        (error: Error) => error,
      )
    if (!failure) return
    if (attempt === REMOVE_ATTEMPTS) throw failure
    await sleep(REMOVE_RETRY_MS)
  }
}

/**
 * Removes clusters that a killed engine was creating or removing. One that was being replaced goes back to its place, unless
 * the other had got there.
 */
export async function sweepUnfinished(layout: Layout): Promise<void> {
  const names = await readdir(layout.unfinished)
  await Promise.all(
    names.map(async (name) => {
      const folder = join(layout.unfinished, name)
      const id = replacedId(name)
      const place = id !== undefined && join(layout.instances, id)
      if (place && !existsSync(place)) await rename(folder, place)
      else await removeCluster(folder)
    }),
  )
}
