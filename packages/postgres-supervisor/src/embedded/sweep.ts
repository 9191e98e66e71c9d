import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFiles } from '../cluster/cluster-files.ts'
import { endOrphanBackends } from '../process/termination.ts'

/** A tool of a killed engine may still write for a moment while its files are being removed. */
const REMOVE_RETRIES = { maxRetries: 10, retryDelay: 100 }

/** Ends a cluster's processes and removes its folder. */
export async function removeCluster(folder: string): Promise<void> {
  await endOrphanBackends(clusterFiles(folder).data, 0)
  await rm(folder, { recursive: true, force: true, ...REMOVE_RETRIES })
}

/** Removes clusters that a killed engine was creating or removing. */
export async function sweepUnfinished(unfinished: string): Promise<void> {
  const names = await readdir(unfinished)
  await Promise.all(names.map((name) => removeCluster(join(unfinished, name))))
}
