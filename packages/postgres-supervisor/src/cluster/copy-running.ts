import { chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Account } from '../account/account.ts'
import { EngineError } from '../engine.ts'
import { CONTROL_FILE } from './control-file.ts'
import { copyLog } from './copied-log.ts'
import { hasLogSince, inBackup, KEEP_LOG, keepsLogSince, type Query, sinceCheckpoint } from './copy-origin.ts'
import { meansDiskFull } from './disk-full.ts'
import type { CopyProgress, FileCopier } from './file-copier.ts'
import type { ReadyCopier } from './ready-copier.ts'
import { OWN_SESSION, sessionOptions } from './session-options.ts'

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
  /** All transactions below this id had ended when the copy began. */
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

/** Directories whose contents belong to the running server; the copy's server fills its own. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Files of the running server, and of sessions that the copy does not have. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|current_logfiles(\.tmp)?|backup_(label|manifest)(\.old)?|tablespace_map(\.old)?|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+(_\w+)?(\.\d+)?)$/

/**
 * Copies a cluster while its server runs and is written to, with the log that makes the copy consistent; by reflink,
 * without copying blocks, where the file system can. The copy recovers at its first start to the moment at which copying
 * ended; only for a standby, its server checks that it does. The directory `to` must not exist, and will belong to `owner`.
 * What was copied before a failure is left to the caller.
 * @throws EngineError not_ready when the server stops meanwhile, or writes its log faster than it can be kept
 */
export async function copyRunning(
  { data, login }: RunningCluster,
  to: string,
  { copiers, ...options }: CopyWatch & CopyTarget,
): Promise<CopiedCluster> {
  const copier = copiers.take()
  const client = new pg.Client({
    ...login,
    database: 'postgres',
    application_name: 'basalt copy',
    options: sessionOptions(OWN_SESSION),
  })
  const stop = new AbortController()
  client.on('error', (error) => stop.abort(error))
  const cancel = () => stop.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', cancel)
  /** The slot and the backup mode end with the session. */
  const release = async () => {
    await Promise.all([client.end(), copiers.giveBack(copier)])
  }
  const query: Query = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  try {
    options.signal?.throwIfAborted()
    await client.connect()
    const copy = (withSlot: boolean) =>
      copyFiles(data, to, { ...options, copier, query, signal: stop.signal, withSlot })
    const copied = await copy(false).catch(async (error) => {
      if (!(error instanceof LogGone)) throw error
      await rm(to, { recursive: true })
      return copy(true)
    })
    return { ...copied, released: release() }
  } catch (error) {
    await release()
    throw copyFailure(error)
  } finally {
    options.signal?.removeEventListener('abort', cancel)
  }
}

interface CopyTarget {
  owner: Account | undefined
  isStandby: boolean
  /** A copy that takes longer has the log kept by a slot. */
  withoutSlotMs: number
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

/** @throws LogGone */
async function copyFiles(
  data: string,
  to: string,
  {
    copier,
    query,
    owner,
    isStandby,
    withSlot,
    withoutSlotMs,
    ...watch
  }: Omit<CopyWatch, 'copiers' | 'signal'> &
    CopyTarget & { copier: FileCopier; query: Query; withSlot: boolean; signal: AbortSignal },
): Promise<Omit<CopiedCluster, 'released'>> {
  const [before] = await query<{ oldest: string; writesWholePages: boolean }>(BEFORE)
  const { oldest, writesWholePages } = before!
  const origin = (isStandby || !writesWholePages ? inBackup : sinceCheckpoint)(
    query,
    join(data, CONTROL_FILE),
  )
  const hasSlot = withSlot || origin.needsSlot
  if (hasSlot) await query(KEEP_LOG)
  const { start } = await origin.begin()
  watch.step('copy:backup')
  const files = copier.copy(
    { from: data, to, owner, leftOut: LEFT_OUT, leftOutPaths: new Set([CONTROL_FILE]), emptied: EMPTIED },
    watch,
  )
  let isLogKept = hasSlot
  if (!hasSlot && !(await hasEndedWithin(withoutSlotMs, files))) {
    await query(KEEP_LOG)
    isLogKept = (await query<{ has: boolean }>(keepsLogSince(start)))[0]!.has
  }
  await files
  watch.step('copy:data')
  const { hasSubscriptions, ended } = await withSubscriptionsLocked(query, origin.end)
  const { end, controlFile, label } = ended
  await writeFile(join(to, CONTROL_FILE), controlFile, { mode: 0o600 })
  if (label !== undefined) await writeFile(join(to, LABEL_FILE), label, { mode: 0o600 })
  // The end of a backup fills the rest of its file. A standby without that rest has it sent as 16 MB of zeros.
  const mustHaveLog = async () => {
    if (!isLogKept && !(await query<{ has: boolean }>(hasLogSince(start)))[0]!.has) throw new LogGone()
  }
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
  watch.step('copy:log')
  return { stopLsn: end, hasSubscriptions, oldestRunningXid: oldest }
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

const BEFORE = `
  select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text as oldest,
    pg_catalog.current_setting('full_page_writes')::bool as "writesWholePages"`

/** SQLSTATE of a server that has no free replication slot. */
const SLOTS_IN_USE = '53400'

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
