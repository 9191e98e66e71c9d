import { access, constants, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { INSTANCE_UIDS, openAccounts } from '../account/accounts.ts'
import { ensureTraversable } from '../account/ensure-traversable.ts'
import { openPostgresBinary } from '../binary/postgres-binary.ts'
import { LOOPBACK } from '../cluster/access-rules.ts'
import { EngineError } from '../engine.ts'
import { lockDirectory } from '../process/directory-lock.ts'
import { Allocations } from './allocations.ts'
import type { EmbeddedEngineOptions } from './embedded-options.ts'
import type { EngineContext } from './engine-context.ts'
import { type Layout, layoutOf, makeLayout } from './layout.ts'
import { sweepUnfinished } from './sweep.ts'
import { DEFAULT_TIMINGS } from './timings.rules.ts'

/** Locks the data directory and cleans it up. Returns the engine's context, and the function that releases the lock. */
export async function openContext(
  options: EmbeddedEngineOptions,
): Promise<{ context: EngineContext; release: () => void }> {
  await ensureTraversable(options.dataDir)
  // Processes are recognised by their working directory, which the system reports without symbolic links.
  const layout = layoutOf(await realpath(resolve(options.dataDir)), options.templatesDir)
  const release = await lockDirectory(layout.lock)
  try {
    return { context: await prepare(options, layout), release }
  } catch (error) {
    release()
    throw error
  }
}

async function prepare(options: EmbeddedEngineOptions, layout: Layout): Promise<EngineContext> {
  await makeLayout(layout)
  await refuseForeignOwner(layout)
  await sweepUnfinished(layout)
  const { uids = INSTANCE_UIDS, addresses = LOOPBACK } = options
  const timings = { ...DEFAULT_TIMINGS, ...options.timings }
  const accounts = await openAccounts(join(layout.unfinished, 'probe'), uids)
  return {
    options,
    timings,
    layout,
    accounts,
    binary: await openPostgresBinary(accounts.template, layout.runtime),
    allocations: new Allocations({
      ports: options.portRange,
      uids,
      portWaitMs: timings.portWaitMs,
      hosts: [addresses.ipv4, addresses.ipv6],
    }),
    step: options.onStep ?? (() => {}),
  }
}

/** A data directory created by root contains files of other accounts, which an ordinary user cannot use. */
async function refuseForeignOwner({ instances, unfinished, templates }: Layout): Promise<void> {
  for (const directory of [instances, unfinished, templates]) {
    await access(directory, constants.W_OK).catch((cause) => {
      throw new EngineError(
        'data_dir_unwritable',
        `${directory} belongs to another user. Run as that user, or choose another data directory.`,
        { cause },
      )
    })
  }
}
