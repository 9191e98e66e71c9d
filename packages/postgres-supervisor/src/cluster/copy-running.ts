import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { EngineError } from '../engine.ts'
import { CONTROL_FILE } from './control-file.ts'

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

export interface CopyProgress {
  copiedBytes: number
  totalBytes: number
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

/** As many as Node has threads for file operations. */
const FILES_AT_A_TIME = 4

/** Statuses of files that are read at a time, so that others wait for at most this many. */
const STATS_AT_A_TIME = 16

/** Reads of the control file until two in a row are equal: the server may be writing it. */
const CONTROL_FILE_READS = 20

/**
 * Copies a cluster while its server runs and is written to, with the log that makes the copy consistent; by reflink,
 * without copying blocks, where the file system can. The copy recovers at its first start to the moment at which copying
 * ended. The directory `to` must not exist. What was copied before a failure is left to the caller.
 * @throws EngineError not_ready when the server stops meanwhile, or writes its log faster than it can be kept
 */
export async function copyRunning(
  { data, login }: RunningCluster,
  to: string,
  watch: CopyWatch,
): Promise<CopiedCluster> {
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
    await copyFiles(data, to, { stop, ...watch })
    watch.step('copy:data')
    const [{ end, label }] = (await query(END)) as [{ end: string; label: string }]
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
    for (const { name } of await query<{ name: string }>(segmentsBetween(start, end)))
      await copySegment(join(data, 'pg_wal', name), join(to, 'pg_wal', name))
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

interface FoundFile {
  path: string
  bytes: number
}

async function copyFiles(
  from: string,
  to: string,
  { stop, onProgress, mayCopy }: { stop: AbortController } & Pick<CopyWatch, 'onProgress' | 'mayCopy'>,
): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  const files = await copyFolders(from, to)
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  await mayCopy?.(totalBytes)
  let copiedBytes = 0
  const queue = files.values()
  const copyNext = async () => {
    for (const { path, bytes } of queue) {
      if (stop.signal.aborted) return
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(ignoreMissing)
      copiedBytes += bytes
      onProgress?.({ copiedBytes, totalBytes })
    }
  }
  // A failure ends when nothing writes into the copy any more, so that it can be removed.
  await Promise.all(
    Array.from({ length: FILES_AT_A_TIME }, () => copyNext().catch((error) => stop.abort(error))),
  )
  stop.signal.throwIfAborted()
  await copyControlFile(join(from, CONTROL_FILE), join(to, CONTROL_FILE))
}

/** Makes the folders of the copy; returns the files to copy into them. */
async function copyFolders(from: string, to: string, folder = ''): Promise<FoundFile[]> {
  const entries = await readdir(join(from, folder), { withFileTypes: true })
  const files: FoundFile[] = []
  const plain: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (LEFT_OUT.test(entry.name) || path === CONTROL_FILE) continue
    if (entry.isSymbolicLink())
      throw new EngineError('not_ready', 'A database with tablespaces of its own cannot be copied.')
    if (entry.isDirectory()) {
      await mkdir(join(to, path), { mode: 0o700 })
      if (EMPTIED.has(path)) continue
      files.push(...(await copyFolders(from, to, path)))
    } else plain.push(path)
  }
  // One after the other, a thousand small files would take as long as copying them.
  for (let first = 0; first < plain.length; first += STATS_AT_A_TIME) {
    const found = await Promise.all(
      plain.slice(first, first + STATS_AT_A_TIME).map(async (path) => {
        const status = await lstat(join(from, path)).catch(ignoreMissing)
        return status ? [{ path, bytes: status.size }] : []
      }),
    )
    files.push(...found.flat())
  }
  return files
}

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

/** A table may be dropped while it is copied: then the log drops it again. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
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
