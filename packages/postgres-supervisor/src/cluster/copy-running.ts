import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Account } from '../account/account.ts'
import { EngineError } from '../engine.ts'
import { CONTROL_FILE } from './control-file.ts'
import { copyLog } from './copied-log.ts'
import { inBackup, type Query, sinceCheckpoint } from './copy-origin.ts'
import { meansDiskFull } from './disk-full.ts'
import type { CopyProgress, FileCopier } from './file-copier.ts'

/** A running cluster, and how to log in to it as its superuser. */
export interface RunningCluster {
  data: string
  login: { host: string; port: number; user: string; password: string }
}

/** What a copy was made of. */
export interface CopiedCluster {
  /** Where the copied log ends: recovery has to reach it. */
  stopLsn: string
  /** All transactions below this id had ended when the copy began. */
  oldestRunningXid: string
  /** Resolves once the server keeps nothing of the copy, and no process of it is left. */
  released: Promise<void>
}

export interface CopyWatch {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: CopyProgress) => void) | undefined
  /** It starts while the server prepares, and is disposed. */
  startCopier: () => FileCopier
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
  { owner, isStandby, startCopier, ...watch }: CopyWatch & { owner: Account | undefined; isStandby: boolean },
): Promise<CopiedCluster> {
  const copier = startCopier()
  const client = new pg.Client({ ...login, database: 'postgres', application_name: 'basalt copy' })
  const stop = new AbortController()
  client.on('error', (error) => stop.abort(error))
  const cancel = () => stop.abort(watch.signal?.reason)
  watch.signal?.addEventListener('abort', cancel)
  /** The slot and the backup mode end with the session. */
  const release = async () => {
    await Promise.all([client.end(), copier[Symbol.asyncDispose]()])
  }
  const query: Query = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  try {
    watch.signal?.throwIfAborted()
    await client.connect()
    await query(KEEP_LOG)
    const [before] = await query<{ oldest: string; writesWholePages: boolean }>(BEFORE)
    const { oldest, writesWholePages } = before!
    const origin = (isStandby || !writesWholePages ? inBackup : sinceCheckpoint)(
      query,
      join(data, CONTROL_FILE),
    )
    const { start } = await origin.begin()
    watch.step('copy:backup')
    await copier.copy(
      {
        from: data,
        to,
        owner,
        leftOut: LEFT_OUT,
        leftOutPaths: new Set([CONTROL_FILE]),
        emptied: EMPTIED,
      },
      { ...watch, signal: stop.signal },
    )
    watch.step('copy:data')
    const { end, controlFile, label } = await origin.end()
    await writeFile(join(to, CONTROL_FILE), controlFile, { mode: 0o600 })
    if (label !== undefined) await writeFile(join(to, LABEL_FILE), label, { mode: 0o600 })
    // The end of a backup fills the rest of its file. A standby without that rest has it sent as 16 MB of zeros.
    const log = await copyLog(query, data, to, { start, end, isLastComplete: isStandby })
    const others = [CONTROL_FILE, ...(label === undefined ? [] : [LABEL_FILE]), ...log]
    if (owner) for (const path of others) await chown(join(to, path), owner.uid, owner.gid)
    watch.step('copy:log')
    return { stopLsn: end, oldestRunningXid: oldest, released: release() }
  } catch (error) {
    await release()
    throw copyFailure(error)
  } finally {
    watch.signal?.removeEventListener('abort', cancel)
  }
}

const LABEL_FILE = 'backup_label'

/** Keeps the log from the last checkpoint on until the session ends. */
const KEEP_LOG =
  "select from pg_catalog.pg_create_physical_replication_slot('basalt_copy_' || pg_catalog.pg_backend_pid(), true, true)"

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
