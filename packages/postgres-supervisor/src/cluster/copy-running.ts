import { constants } from 'node:fs'
import { chown, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Account } from '../account/account.ts'
import { EngineError } from '../engine.ts'
import { CONTROL_FILE } from './control-file.ts'
import { type CopyProgress, startFileCopier } from './file-copier.ts'

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
}

export interface CopyWatch {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: CopyProgress) => void) | undefined
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

/** Reads of the control file until two in a row are equal: the server may be writing it. */
const CONTROL_FILE_READS = 20

/**
 * Copies a cluster while its server runs and is written to, with the log that makes the copy consistent; by reflink,
 * without copying blocks, where the file system can. The copy recovers at its first start to the moment at which copying
 * ended. The directory `to` must not exist, and will belong to `owner`. What was copied before a failure is left to the
 * caller.
 * @throws EngineError not_ready when the server stops meanwhile, or writes its log faster than it can be kept
 */
export async function copyRunning(
  { data, login }: RunningCluster,
  to: string,
  { owner, ...watch }: CopyWatch & { owner: Account | undefined },
): Promise<CopiedCluster> {
  // It starts while the server prepares.
  await using copier = startFileCopier()
  const client = new pg.Client({ ...login, database: 'postgres', application_name: 'basalt copy' })
  const stop = new AbortController()
  client.on('error', (error) => stop.abort(error))
  const cancel = () => stop.abort(watch.signal?.reason)
  watch.signal?.addEventListener('abort', cancel)
  const query = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  try {
    watch.signal?.throwIfAborted()
    await client.connect()
    await query(KEEP_LOG)
    const [{ oldest }] = (await query(OLDEST_RUNNING)) as [{ oldest: string }]
    const [{ start }] = (await query(BEGIN)) as [{ start: string }]
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
    const control = join(to, CONTROL_FILE)
    await copyControlFile(join(data, CONTROL_FILE), control)
    watch.step('copy:data')
    const [{ end, label }] = (await query(END)) as [{ end: string; label: string }]
    const labelFile = join(to, 'backup_label')
    await writeFile(labelFile, label, { mode: 0o600 })
    const others = [control, labelFile]
    for (const { name } of await query<{ name: string }>(segmentsBetween(start, end))) {
      others.push(join(to, 'pg_wal', name))
      await copySegment(join(data, 'pg_wal', name), others.at(-1)!)
    }
    if (owner) for (const file of others) await chown(file, owner.uid, owner.gid)
    watch.step('copy:log')
    return { stopLsn: end, oldestRunningXid: oldest }
  } catch (error) {
    throw copyFailure(error)
  } finally {
    watch.signal?.removeEventListener('abort', cancel)
    // The slot and the backup mode end with the session.
    await client.end()
  }
}

/** Keeps the log from the next checkpoint on, with which the backup begins, until the session ends. */
const KEEP_LOG =
  "select from pg_catalog.pg_create_physical_replication_slot('basalt_copy_' || pg_catalog.pg_backend_pid(), true, true)"

const OLDEST_RUNNING = 'select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text as oldest'

const BEGIN = "select pg_catalog.pg_backup_start('basalt copy', true)::text as start"

const END = 'select lsn::text as end, labelfile as label from pg_catalog.pg_backup_stop(false)'

/** The names of the log's files from one position to another. */
const segmentsBetween = (start: string, end: string) => `
  select pg_catalog.pg_walfile_name('0/0'::pg_catalog.pg_lsn + (n * size + 1)) as name
  from (select pg_catalog.pg_size_bytes(pg_catalog.current_setting('wal_segment_size'))::numeric as size) s,
    pg_catalog.generate_series(
      pg_catalog.div('${start}'::pg_catalog.pg_lsn - '0/0', size),
      pg_catalog.div('${end}'::pg_catalog.pg_lsn - '0/0' - 1, size)) n
  order by n`

async function copyControlFile(from: string, to: string): Promise<void> {
  let last = await readFile(from)
  for (let reads = 1; reads < CONTROL_FILE_READS; reads++) {
    const next = await readFile(from)
    if (next.equals(last)) return writeFile(to, next, { mode: 0o600 })
    last = next
  }
  throw new EngineError('not_ready', 'The database wrote too many checkpoints to be copied. Try again.')
}

async function copySegment(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new EngineError(
      'not_ready',
      'The database wrote more during the copy than its write-ahead log keeps. Try again when it writes less.',
      { cause },
    )
  })
}

/** SQLSTATE of a server that has no free replication slot. */
const SLOTS_IN_USE = '53400'

function copyFailure(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) && !isConnectionLost(error)) return error
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
    /connection terminated/i.test(error.message)
  )
}
