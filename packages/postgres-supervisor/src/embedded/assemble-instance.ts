import { rename, rm } from 'node:fs/promises'
import {
  type ClusterFiles,
  clusterFiles,
  giveClusterTo,
  makeClusterFolders,
} from '../cluster/cluster-files.ts'
import { diskFull, meansDiskFull } from '../cluster/disk-full.ts'
import { EngineError } from '../engine.ts'
import { CommandError } from '../process/run.ts'
import type { EngineContext } from './engine-context.ts'
import { writeRecord } from './instance-record.ts'
import { replacedPath, unfinishedPath } from './layout.ts'
import { removeCluster } from './sweep.ts'

/**
 * Makes a stopped instance with the data that `fill` puts into `files.data`, as files of `accounts.template`. It is
 * assembled elsewhere and moved into place as the last step, so that there is either a complete instance or none.
 */
export async function assembleInstance<T>(
  context: EngineContext,
  id: string,
  target: ClusterFiles,
  {
    needs,
    replaces = false,
    fill,
  }: {
    /** What it takes, for the error of a full disk. */
    needs: string
    /** Whether it takes the place of a stopped instance, whose address it keeps. */
    replaces?: boolean | undefined
    fill: (files: ClusterFiles) => Promise<T>
  },
): Promise<T> {
  const { accounts, allocations, layout, step } = context
  const files = clusterFiles(unfinishedPath(layout, id))
  try {
    await makeClusterFolders(files, accounts.template)
    const filled = await fill(files)
    const uid = accounts.areSeparate ? allocations.chooseUid(id) : undefined
    // Both have ended when one fails: a port must not be remembered after it has been forgotten.
    const outcomes = await Promise.allSettled([
      giveClusterTo(files, accounts.ofInstance(uid)),
      replaces ? undefined : allocations.choosePort(id),
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    step('create:owned')
    await writeRecord(files.folder, allocations.of(id))
    step('create:recorded')
    if (replaces) await replaceFolder(context, target.folder, files.folder, replacedPath(layout, id))
    else await rename(files.folder, target.folder)
    step('create:placed')
    return filled
  } catch (error) {
    if (!replaces) allocations.forget(id)
    throw assemblyFailure(error, needs)
  } finally {
    await rm(files.folder, { recursive: true, force: true })
  }
}

/** After a kill between the two moves, the next engine moves the old one back: the new one was never complete. */
async function replaceFolder(
  { step }: Pick<EngineContext, 'step'>,
  folder: string,
  replacement: string,
  away: string,
): Promise<void> {
  await rename(folder, away)
  step('replace:away')
  try {
    await rename(replacement, folder)
  } catch (error) {
    await rename(away, folder)
    throw error
  }
  await removeCluster(away)
}

function assemblyFailure(error: unknown, needs: string): unknown {
  if (error instanceof EngineError) return error
  if (meansDiskFull(error)) return diskFull(needs, error)
  if (!(error instanceof CommandError)) return error
  return new EngineError('binary_unusable', `The database could not be created: ${error.message}`, {
    cause: error,
  })
}
