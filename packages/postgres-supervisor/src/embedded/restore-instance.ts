import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { type ClusterFiles, giveClusterTo } from '../cluster/cluster-files.ts'
import { oldestRunningXidOf } from '../cluster/control-file.ts'
import { meansDiskFull } from '../cluster/disk-full.ts'
import { unsealData } from '../cluster/sealed.ts'
import { inSingleUserMode } from '../cluster/single-user.ts'
import { passwordStatement } from '../cluster/superuser-password.ts'
import {
  type CopyFacts,
  type DataEntry,
  EngineError,
  type RecoveryTarget,
  type RestoreOptions,
} from '../engine.ts'
import { CommandError } from '../process/run.ts'
import { assembleInstance } from './assemble-instance.ts'
import { DETACH_SUBSCRIPTIONS, fullXid, onOneLine, WITHOUT_STANDBYS } from './copy-instance.ts'
import { mustFitRestored } from './disk-room.ts'
import type { EngineContext } from './engine-context.ts'

/** PostgreSQL's message when the log ends before the time that was asked for. */
const LOG_TOO_SHORT = /recovery ended before configured recovery target was reached/

/**
 * Creates a stopped instance from the files of a backup: a complete one, or none. It has been recovered, so its next start
 * is that of a stopped server.
 */
export function restoreInstance(
  context: EngineContext,
  id: string,
  target: ClusterFiles,
  options: RestoreOptions,
): Promise<CopyFacts> {
  const { accounts, allocations, layout, step } = context
  const { totalBytes, port, givesWay, signal } = options
  allocations.remember(id, {
    ...allocations.of(id),
    ...(port !== undefined && { port }),
    ...(givesWay && { givesWay }),
  })
  return assembleInstance(context, id, target, {
    needs: 'a restored database needs as much space as the one that was backed up',
    fill: async (files) => {
      if (totalBytes !== undefined) await mustFitRestored(layout.unfinished, totalBytes)
      step('restore:begun')
      await writeFiles(files.data, options)
      await unsealData(files.data)
      step('restore:data')
      signal?.throwIfAborted()
      if (options.until !== 'backup')
        await writeFile(join(files.data, 'recovery.signal'), '', { mode: 0o600 })
      // Recovery writes the file again.
      const oldestRunningXid = await oldestRunningXidOf(files.data)
      await giveClusterTo(files, accounts.template)
      const recovered = await recover(context, files, options).catch((error) => {
        signal?.throwIfAborted()
        throw error
      })
      signal?.throwIfAborted()
      step('restore:recovered')
      return { oldestRunningXid, ...recovered }
    },
  })
}

/** The id of the next transaction and the end of the log, as of the checkpoint that ends recovery. */
const RECOVERED_TO = 'select next_xid, redo_lsn from pg_catalog.pg_control_checkpoint()'

/** Most files are small, so that opening one, and waiting for the store, takes longer than writing it. */
const FILES_AT_ONCE = 8

async function writeFiles(data: string, { files, signal, onProgress }: RestoreOptions): Promise<void> {
  await mkdir(data, { mode: 0o700 })
  const made = new Set<string>()
  const makeFolder = async (path: string) => {
    if (made.has(path)) return
    await mkdir(join(data, path), { recursive: true, mode: 0o700 })
    made.add(path)
  }
  const failed = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  let copiedBytes = 0
  const write = async ({ path, bytes, writeTo }: Extract<DataEntry, { kind: 'file' }>) => {
    if (writeTo) copiedBytes += (await writeTo(join(data, path), stop)).bytes
    else {
      const file = await open(join(data, path), 'w', 0o600)
      try {
        for await (const piece of bytes) {
          stop.throwIfAborted()
          await file.writeFile(piece)
          copiedBytes += piece.length
        }
      } finally {
        await file.close()
      }
    }
    onProgress?.({ copiedBytes })
  }
  const written = new Set<string>()
  const writing = new Set<Promise<void>>()
  try {
    for await (const entry of files) {
      stop.throwIfAborted()
      if (normalize(entry.path) !== entry.path || entry.path.startsWith('..') || entry.path.startsWith('/'))
        throw new TypeError(`Not a path in a data directory: ${JSON.stringify(entry.path)}`)
      if (entry.kind === 'folder') {
        await makeFolder(entry.path)
        continue
      }
      await makeFolder(dirname(entry.path))
      // A segment of the log may be in the backup and in the archive: the later one counts.
      if (written.has(entry.path)) {
        await Promise.all(writing)
        await rm(join(data, entry.path), { force: true })
      }
      written.add(entry.path)
      const one = write(entry).finally(() => writing.delete(one))
      writing.add(one)
      one.catch((error) => failed.abort(error))
      if (writing.size >= FILES_AT_ONCE) await Promise.race(writing)
    }
    await Promise.all(writing)
    failed.signal.throwIfAborted()
  } catch (error) {
    failed.abort(error)
    throw error
  } finally {
    await Promise.allSettled(writing)
  }
}

async function recover(
  { accounts, binary, options: engine }: EngineContext,
  files: ClusterFiles,
  { until, superuserPassword, givesWay, signal, statements: own = [] }: RestoreOptions,
): Promise<Pick<CopyFacts, 'nextXid' | 'stopLsn'>> {
  const statements = [
    RECOVERED_TO,
    WITHOUT_STANDBYS,
    DETACH_SUBSCRIPTIONS,
    await passwordStatement({ superuser: engine.superuser, password: superuserPassword }),
    ...own.map(onOneLine),
  ]
  const run = (target: RecoveryTarget) =>
    inSingleUserMode(binary, files.data, {
      as: accounts.template,
      settings: ['allow_system_table_mods=on', ...recoverySettings(target)],
      statements,
      signal,
      ...(givesWay && { background: 'waited-for' }),
    })
  try {
    const [nextXid, stopLsn] = await run(until).catch((error) => {
      // Nothing was committed after that time, so the end of the log is that moment.
      if (typeof until !== 'object' || !('time' in until)) throw error
      signal?.throwIfAborted()
      if (!(error instanceof CommandError) || !LOG_TOO_SHORT.test(error.output)) throw error
      return run('log')
    })
    return { nextXid: fullXid(nextXid!), stopLsn: stopLsn! }
  } catch (error) {
    if (!(error instanceof CommandError) || meansDiskFull(error)) throw error
    throw new EngineError('corrupt', `The backup could not be recovered: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

/** The log lies in the data directory already, so no command brings it. */
const recoverySettings = (target: RecoveryTarget): string[] => {
  if (target === 'backup') return []
  const settings = ['restore_command=false', 'hot_standby=off', 'recovery_target_action=promote']
  if (target === 'log') return settings
  if ('time' in target)
    // PostgreSQL does not know the letter Z here.
    return [...settings, `recovery_target_time=${target.time.replace(/Z$/, '+00')}`]
  return [...settings, `recovery_target_lsn=${target.beforeLsn}`, 'recovery_target_inclusive=off']
}

const reasonOf = ({ output }: CommandError) =>
  /(?:FATAL|PANIC|ERROR): +(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
