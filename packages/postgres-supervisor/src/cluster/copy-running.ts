import { chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Account } from '../account/account.ts'
import { EngineError } from '../engine.ts'
import { SerialQueue } from '../serial-queue.ts'
import { CONTROL_FILE } from './control-file.ts'
import { copyLog } from './copied-log.ts'
import {
  bytesSince,
  type CopyOrigin,
  hasLogSince,
  inBackup,
  KEEP_LOG,
  keepsLogSince,
  LOG_POSITION,
  type Query,
  SLOTS_IN_USE,
  sinceCheckpoint,
} from './copy-origin.ts'
import { type CopyPace, copyPace, USE_CHECK_MS } from './copy-pace.rules.ts'
import { meansDiskFull } from './disk-full.ts'
import type { CopyProgress, FileCopier } from './file-copier.ts'
import { EMPTIED, LEFT_OUT } from './left-out.rules.ts'
import type { ReadyCopier } from './ready-copier.ts'
import { OWN_SESSION, sessionOptions } from './session-options.ts'
import { unloggedForks } from './unlogged-forks.ts'

/** A running cluster, and how to log in to it as its superuser. */
export interface RunningCluster {
  data: string
  login: { host: string; port: number; user: string; password: string }
}

/** What a copy was made of. */
export interface CopiedCluster {
  /** Where the copied log ends: recovery has to reach it. */
  stopLsn: string
  /** Whether the copy has, or may have, subscriptions, whose place at their publishers its server would take. */
  hasSubscriptions: boolean
  /** All transactions below this id had ended when the copy did. */
  oldestRunningXid: string
  /** Resolves once the server keeps nothing of the copy, and no process of it is left. */
  released: Promise<void>
}

export interface CopyWatch {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: CopyProgress) => void) | undefined
  /** Where processes that copy files come from. One starts while the server prepares. */
  copiers: Pick<ReadyCopier, 'take' | 'giveBack'>
  /** Throws when that many bytes must not be copied; nothing is copied then. */
  mayCopy?: ((bytes: number) => Promise<void>) | undefined
  step: (step: 'copy:backup' | 'copy:data' | 'copy:log') => void
}

/** A copy whose files are being copied, or have been. Either `finish` or `abandon` ends it. */
export interface BegunCopy {
  /** Resolves once all files have been copied, except the log. */
  copied: Promise<void>
  /** Aborted once it cannot be finished: the server has stopped, for example. */
  broken: AbortSignal
  /** How much of its log the server keeps for the copy, in bytes. */
  logBytes(): Promise<number>
  /** Ends the copy at this moment. What was copied before a failure is left to the caller. @throws as `copyRunning` */
  finish(watch?: Pick<CopyWatch, 'signal' | 'onProgress'>): Promise<CopiedCluster>
  /** Resolves once the server keeps nothing of the copy, and no process of it is left. What was copied is left to the caller. */
  abandon(): Promise<void>
}

interface CopyTarget {
  owner: Account | undefined
  isStandby: boolean
  /** Whether somebody waits until the copy is on disk. */
  isSynced: boolean
  /** A copy that takes longer has the log kept by a slot. */
  withoutSlotMs: number
}

/**
 * Copies a cluster while its server runs and is written to, with the log that makes the copy consistent; by reflink,
 * without copying blocks, where the file system can. The copy recovers at its first start to the moment at which copying
 * ended; only for a standby, its server checks that it does. The directory `to` must not exist, and will belong to `owner`.
 * What was copied before a failure is left to the caller.
 * @throws EngineError not_ready when the server stops meanwhile, or writes its log faster than it can be kept
 */
export const copyRunning = (
  cluster: RunningCluster,
  to: string,
  { signal, onProgress, ...options }: CopyWatch & CopyTarget,
): Promise<CopiedCluster> =>
  beginCopy(cluster, to, { ...options, isInAdvance: false }).finish({ signal, onProgress })

/**
 * The first half of `copyRunning`. One in advance may be finished much later than its files have been copied: a slot keeps the
 * log for it. Its files are copied slowly until then.
 */
export function beginCopy(
  { data, login }: RunningCluster,
  to: string,
  {
    copiers,
    isInAdvance,
    ...options
  }: Omit<CopyWatch, 'signal' | 'onProgress'> & CopyTarget & { isInAdvance: boolean },
): BegunCopy {
  const client = new pg.Client({
    ...login,
    database: 'postgres',
    application_name: 'basalt copy',
    options: sessionOptions(OWN_SESSION),
  })
  const stop = new AbortController()
  client.on('error', (error) => stop.abort(error))
  const turns = new SerialQueue()
  const query: Query = <Row>(text: string) => turns.run(async () => (await client.query(text)).rows as Row[])
  let progress: CopyProgress | undefined
  let onProgress: CopyWatch['onProgress']
  const awaited = new AbortController()
  if (!isInAdvance) awaited.abort()
  const begin = (copier: FileCopier, withSlot: boolean) =>
    beginFiles(data, to, {
      ...options,
      query,
      hasSlot: withSlot,
      copier,
      giveBack: () => copiers.giveBack(copier),
      signal: stop.signal,
      awaited: awaited.signal,
      onProgress(made) {
        progress = made
        onProgress?.(made)
      },
    })
  // Its process starts while the session does.
  const copier = copiers.take()
  let files: Promise<BegunFiles> = client.connect().then(
    () => begin(copier, isInAdvance),
    async (error) => {
      await copiers.giveBack(copier)
      throw error
    },
  )
  // Reported where it is ended.
  const copied = files.then((begun) => begun.copied)
  copied.catch(() => undefined)
  const abandon = async () => {
    stop.abort(new Error('The copy was given up'))
    // What could not begin has nothing to wait for.
    await files.then(({ settled }) => settled).catch(() => undefined)
    await client.end()
  }
  return {
    copied,
    broken: stop.signal,
    abandon,
    async logBytes() {
      const { start } = await files
      return Number((await query<{ bytes: string }>(bytesSince(start)))[0]!.bytes)
    },
    async finish({ signal, onProgress: follow } = {}) {
      const cancel = () => stop.abort(signal?.reason)
      signal?.addEventListener('abort', cancel)
      if (signal?.aborted) cancel()
      onProgress = follow
      awaited.abort()
      if (progress) follow?.(progress)
      try {
        const end = async () => endFiles(data, to, { ...options, query, ...(await files) })
        const copied = await end().catch(async (error) => {
          if (!(error instanceof LogGone)) throw error
          await rm(to, { recursive: true })
          files = begin(copiers.take(), true)
          return end()
        })
        return { ...copied, released: client.end() }
      } catch (error) {
        await abandon()
        throw copyFailure(error)
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
  }
}

/** Without a slot, the server has removed some of the log that the copy needs. */
class LogGone extends Error {}

/** Whether work ends within that time, however it ends. */
async function hasEndedWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController()
  const late = sleep(ms, false, { signal: stop.signal }).catch(() => false)
  const ended = work.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([ended, late])
  } finally {
    stop.abort()
  }
}

interface BegunFiles {
  origin: CopyOrigin
  /** Where recovery of the copy begins. */
  start: string
  copied: Promise<void>
  /** Whether the session has the server keep the log since then, once that is decided. */
  isLogKept: Promise<boolean>
  /** Resolves once no process copies any more. */
  settled: Promise<unknown>
}

async function beginFiles(
  data: string,
  to: string,
  {
    query,
    hasSlot,
    copier,
    giveBack,
    owner,
    isStandby,
    isSynced,
    withoutSlotMs,
    awaited,
    ...watch
  }: Omit<CopyWatch, 'copiers' | 'signal'> &
    CopyTarget & {
      query: Query
      hasSlot: boolean
      copier: FileCopier
      giveBack: () => Promise<void>
      signal: AbortSignal
      /** Aborted once somebody waits for the copy. */
      awaited: AbortSignal
    },
): Promise<BegunFiles> {
  const [origin, start] = await (async () => {
    watch.signal.throwIfAborted()
    const [before] = await query<{ writesWholePages: boolean }>(BEFORE)
    const origin = (isStandby || !before!.writesWholePages ? inBackup : sinceCheckpoint)(
      query,
      join(data, CONTROL_FILE),
    )
    if (hasSlot || origin.needsSlot) await query(KEEP_LOG)
    return [origin, (await origin.begin()).start] as const
  })().catch(async (error) => {
    await giveBack()
    throw error
  })
  watch.step('copy:backup')
  const pace = copyPace({ isAwaited: awaited.aborted, sinceWriteMs: Number.POSITIVE_INFINITY })
  const over = new AbortController()
  const following = followUse(query, { awaited, pace, over: over.signal, onChange: copier.setPace })
  following.catch(() => undefined)
  const copied = Promise.race([
    copier.copy(
      {
        from: data,
        to,
        owner,
        isSynced,
        leftOut: LEFT_OUT,
        leftOutPaths: new Set([CONTROL_FILE]),
        emptied: EMPTIED,
      },
      { ...watch, pace },
    ),
    following,
  ]).finally(() => {
    over.abort()
    return giveBack()
  })
  const keepLog = async () => {
    if (hasSlot || origin.needsSlot) return true
    if (await hasEndedWithin(withoutSlotMs, copied)) return false
    await query(KEEP_LOG)
    return (await query<{ has: boolean }>(keepsLogSince(start)))[0]!.has
  }
  const isLogKept = keepLog()
  const settled = Promise.allSettled([copied, isLogKept])
  return { origin, start, copied, isLogKept, settled }
}

/**
 * Reports the pace of a copy whenever it changes: once somebody waits for it, and as its source is written to. Resolves when
 * it is over; rejects when the source cannot be asked.
 */
async function followUse(
  query: Query,
  {
    awaited,
    pace: first,
    over,
    onChange,
  }: {
    awaited: AbortSignal
    pace: CopyPace
    over: AbortSignal
    onChange: (pace: CopyPace) => void
  },
): Promise<void> {
  const logPosition = async () => (await query<{ position: string }>(LOG_POSITION))[0]!.position
  let [position, writtenAt, pace] = [await logPosition(), Number.NEGATIVE_INFINITY, first]
  while (!over.aborted) {
    const early = awaited.aborted ? over : AbortSignal.any([over, awaited])
    await sleep(USE_CHECK_MS, undefined, { signal: early }).catch(() => undefined)
    const next = await logPosition()
    if (over.aborted) return
    if (next !== position) writtenAt = performance.now()
    position = next
    const due = copyPace({ isAwaited: awaited.aborted, sinceWriteMs: performance.now() - writtenAt })
    if (due !== pace) onChange(due)
    pace = due
  }
}

/** @throws LogGone */
async function endFiles(
  data: string,
  to: string,
  {
    query,
    owner,
    isStandby,
    step,
    origin,
    start,
    copied,
    isLogKept,
  }: Pick<CopyWatch, 'step'> & CopyTarget & { query: Query } & BegunFiles,
): Promise<Omit<CopiedCluster, 'released'>> {
  const isKept = await isLogKept
  await copied
  step('copy:data')
  const { hasSubscriptions, ended } = await withSubscriptionsLocked(query, origin.end)
  const { end, controlFile, oldestRunningXid, label } = ended
  await writeFile(join(to, CONTROL_FILE), controlFile, { mode: 0o600 })
  if (label !== undefined) await writeFile(join(to, LABEL_FILE), label, { mode: 0o600 })
  const mustHaveLog = async () => {
    if (!(await query<{ has: boolean }>((isKept ? keepsLogSince : hasLogSince)(start)))[0]?.has)
      throw new LogGone()
  }
  const forks = [...(await unloggedForks(data))]
  await Promise.all(forks.map((path) => rm(join(to, path), { force: true })))
  // The end of a backup fills the rest of its file. A standby without that rest has it sent as 16 MB of zeros.
  const log = await copyLog(query, data, to, { start, end, isLastComplete: isStandby }).catch(
    async (error) => {
      await mustHaveLog()
      throw error
    },
  )
  // A file that was overwritten while it was copied is there too.
  await mustHaveLog()
  const others = [CONTROL_FILE, ...(label === undefined ? [] : [LABEL_FILE]), ...log]
  if (owner) for (const path of others) await chown(join(to, path), owner.uid, owner.gid)
  step('copy:log')
  return { stopLsn: end, hasSubscriptions, oldestRunningXid }
}

const LABEL_FILE = 'backup_label'

/**
 * Ends a copy while nobody can make or drop a subscription, so that the copy has those of that moment. While somebody does, it
 * may have any. A standby in recovery cannot be asked.
 */
async function withSubscriptionsLocked<T>(query: Query, end: () => Promise<T>) {
  try {
    await query(LOCK_SUBSCRIPTIONS)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    await query('rollback')
    return { hasSubscriptions: true, ended: await end() }
  }
  const ended = await end()
  const [row] = await query<{ has: boolean }>(HAS_SUBSCRIPTIONS)
  await query('commit')
  return { hasSubscriptions: row!.has, ended }
}

const LOCK_SUBSCRIPTIONS = 'begin; lock table pg_catalog.pg_subscription in share mode nowait'
const HAS_SUBSCRIPTIONS = 'select exists (select from pg_catalog.pg_subscription) as has'

const BEFORE = `select pg_catalog.current_setting('full_page_writes')::bool as "writesWholePages"`

function copyFailure(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) && !isConnectionLost(error)) return error
  // The server may be the one that needs space, for its log.
  if (meansDiskFull(error)) return error
  const { code, message } = error as { code?: string; message: string }
  if (code === SLOTS_IN_USE)
    return new EngineError(
      'not_ready',
      'All replication slots of the database are in use, and copying it needs one. Drop a slot that nothing uses, then try again.',
      { cause: error },
    )
  return new EngineError('not_ready', `The database stopped while it was copied (${message}). Try again.`, {
    cause: error,
  })
}

const isConnectionLost = (error: unknown) => {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  return (
    syscall === 'connect' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    /connection (terminated|error and is not queryable)/i.test(error.message)
  )
}
