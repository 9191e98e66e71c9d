import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFiles } from '../cluster/cluster-files.ts'
import { endOrphanBackends } from '../process/termination.ts'
import { type Layout, replacedId } from './layout.ts'

/** A tool of a killed engine may still write for a moment while its files are being removed. */
const REMOVE_RETRIES = { maxRetries: 10, retryDelay: 100 }

/** Ends a cluster's processes and removes its folder. */
export async function removeCluster(folder: string): Promise<void> {
  await endOrphanBackends(clusterFiles(folder).data, 0)
  await rm(folder, { recursive: true, force: true, ...REMOVE_RETRIES })
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
