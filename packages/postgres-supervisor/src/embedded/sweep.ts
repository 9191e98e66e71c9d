import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFiles } from '../cluster/cluster-files.ts'
import { endOrphanBackends } from '../process/termination.ts'

/** A tool of a killed engine may still be writing for a moment while we remove what it writes. */
const REMOVE_RETRIES = { maxRetries: 10, retryDelay: 100 }

/** Removes a cluster's folder for good, its processes included. */
export async function removeCluster(folder: string): Promise<void> {
  await endOrphanBackends(clusterFiles(folder).data, 0)
  await rm(folder, { recursive: true, force: true, ...REMOVE_RETRIES })
}

/** Removes whatever a killed engine was in the middle of making or removing. */
export async function sweepUnfinished(unfinished: string): Promise<void> {
  const names = await readdir(unfinished)
  await Promise.all(names.map((name) => removeCluster(join(unfinished, name))))
}
