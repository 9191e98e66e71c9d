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
import { unfinishedPath } from './layout.ts'

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
    fill,
  }: {
    /** What it takes, for the error of a full disk. */
    needs: string
    fill: (files: ClusterFiles) => Promise<T>
  },
): Promise<T> {
  const { accounts, allocations, layout, step } = context
  const files = clusterFiles(unfinishedPath(layout, id))
  try {
    await makeClusterFolders(files, accounts.template)
    const filled = await fill(files)
    const uid = accounts.areSeparate ? allocations.chooseUid(id) : undefined
    await giveClusterTo(files, accounts.ofInstance(uid))
    step('create:owned')
    await allocations.choosePort(id)
    await writeRecord(files.folder, allocations.of(id))
    step('create:recorded')
    await rename(files.folder, target.folder)
    step('create:placed')
    return filled
  } catch (error) {
    allocations.forget(id)
    throw assemblyFailure(error, needs)
  } finally {
    await rm(files.folder, { recursive: true, force: true })
  }
}

function assemblyFailure(error: unknown, needs: string): unknown {
  if (error instanceof EngineError) return error
  if (meansDiskFull(error)) return diskFull(needs, error)
  if (!(error instanceof CommandError)) return error
  return new EngineError('binary_unusable', `The database could not be created: ${error.message}`, {
    cause: error,
  })
}
