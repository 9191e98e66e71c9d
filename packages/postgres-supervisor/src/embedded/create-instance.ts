import { rename, rm } from 'node:fs/promises'
import {
  type ClusterFiles,
  clusterFiles,
  giveClusterTo,
  makeClusterFolders,
} from '../cluster/cluster-files.ts'
import { diskFull, meansDiskFull } from '../cluster/disk-full.ts'
import { setSuperuserPassword } from '../cluster/superuser-password.ts'
import { EngineError } from '../engine.ts'
import { CommandError } from '../process/run.ts'
import type { EngineContext } from './engine-context.ts'
import { writeRecord } from './instance-record.ts'
import { unfinishedPath } from './layout.ts'
import type { SpareCopy } from './spare-copy.ts'

/**
 * Creates a stopped instance as a copy of the template. It is assembled elsewhere and moved into place as the last step,
 * so that there is either a complete instance or none.
 */
export async function createInstance(
  context: EngineContext,
  id: string,
  target: ClusterFiles,
  options: { template: () => Promise<string>; spare: SpareCopy; superuserPassword: string },
): Promise<void> {
  const files = clusterFiles(unfinishedPath(context.layout, id))
  try {
    const template = await options.template()
    await assemble(context, id, files, { ...options, template })
    await rename(files.folder, target.folder)
    context.step('create:placed')
  } catch (error) {
    context.allocations.forget(id)
    throw createFailure(error)
  } finally {
    await rm(files.folder, { recursive: true, force: true })
  }
}

async function assemble(
  { accounts, allocations, binary, options, step }: EngineContext,
  id: string,
  files: ClusterFiles,
  { template, spare, superuserPassword }: { template: string; spare: SpareCopy; superuserPassword: string },
): Promise<void> {
  await makeClusterFolders(files, accounts.template)
  step('create:begun')
  const copiedPassword = await spare.copyTo(template, files.data)
  step('create:copied')
  if (copiedPassword !== superuserPassword)
    await setSuperuserPassword(binary, files.data, {
      superuser: options.superuser,
      password: superuserPassword,
      as: accounts.template,
    })
  step('create:password')
  const uid = accounts.areSeparate ? allocations.chooseUid(id) : undefined
  await giveClusterTo(files, accounts.ofInstance(uid))
  step('create:owned')
  await allocations.choosePort(id)
  await writeRecord(files.folder, allocations.of(id))
  step('create:recorded')
}

function createFailure(error: unknown): unknown {
  if (error instanceof EngineError) return error
  if (meansDiskFull(error)) return diskFull('a new database needs about 50 MB', error)
  if (!(error instanceof CommandError)) return error
  return new EngineError('binary_unusable', `The database could not be created: ${error.message}`, {
    cause: error,
  })
}
