import { rename, rm } from 'node:fs/promises'
import type { Account } from '../account/account.ts'
import {
  type ClusterFiles,
  clusterFiles,
  giveClusterTo,
  giveLogsTo,
  makeClusterFolders,
} from '../cluster/cluster-files.ts'
import { diskFull, meansDiskFull } from '../cluster/disk-full.ts'
import { type AccessRules, EngineError } from '../engine.ts'
import { CommandError } from '../process/run.ts'
import type { EngineContext } from './engine-context.ts'
import { writeRecord } from './instance-record.ts'
import { replacedPath, unfinishedPath } from './layout.ts'
import { removeCluster } from './sweep.ts'

/** What `fill` may do besides: it sets all but the first. */
interface OwnFiles {
  /** The account that the instance will run as; undefined for this program's. */
  readonly account: Account | undefined
  /** Whether only the platform may connect until the copy is marked as complete. Its data belongs to that account already. */
  isIncomplete: boolean
  /** Who may connect to it; everyone unless stated. */
  access?: AccessRules | undefined
}

/**
 * Makes a stopped instance with the data that `fill` puts into `files.data`, as files of `accounts.template` unless it says
 * otherwise. It is assembled elsewhere and moved into place as the last step, so that there is either a complete instance or
 * none.
 */
export async function assembleInstance<T>(
  context: EngineContext,
  id: string,
  target: ClusterFiles,
  {
    needs,
    replaces = false,
    prepared,
    fill,
  }: {
    /** What it takes, for the error of a full disk. */
    needs: string
    /** Whether it takes the place of a stopped instance, whose address it keeps. */
    replaces?: boolean | undefined
    /** Where part of it has been assembled already, for the account that is allocated to it. */
    prepared?: ClusterFiles | undefined
    fill: (files: ClusterFiles, own: OwnFiles) => Promise<T>
  },
): Promise<T> {
  const { accounts, allocations, layout, step } = context
  const files = prepared ?? clusterFiles(unfinishedPath(layout, id))
  const own: OwnFiles = {
    account: accounts.ofInstance(accounts.areSeparate ? allocations.chooseUid(id) : undefined),
    isIncomplete: false,
  }
  // It is there before the data is.
  const port = replaces ? undefined : allocations.choosePort(id)
  port?.catch(() => undefined)
  try {
    if (!prepared) await makeClusterFolders(files, accounts.template)
    const filled = await fill(files, own)
    // Both have ended when one fails: a port must not be remembered after it has been forgotten.
    const outcomes = await Promise.allSettled([
      own.isIncomplete ? giveLogsTo(files, own.account) : giveClusterTo(files, own.account),
      port,
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    step('create:owned')
    if (own.access) allocations.remember(id, { ...allocations.of(id), access: own.access })
    await writeRecord(files.folder, {
      ...allocations.of(id),
      ...(own.isIncomplete && { isIncomplete: true }),
    })
    step('create:recorded')
    if (replaces) await replaceFolder(context, target.folder, files.folder, replacedPath(layout, id))
    else await rename(files.folder, target.folder)
    step('create:placed')
    return filled
  } catch (error) {
    await Promise.allSettled([port])
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
