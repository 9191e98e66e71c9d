import { readFile } from 'node:fs/promises'
import { EngineError } from '../engine.ts'

/** Runs a statement on the session that copies a server's cluster, and returns its rows. */
export type Query = <Row>(text: string) => Promise<Row[]>

/** Where recovery of a copy begins, and where the log that it needs ends. Positions are those of the server's log. */
export interface CopyOrigin {
  /** Whether the log must be kept by a slot from before `begin` on. */
  needsSlot: boolean
  /** Before any file is copied. */
  begin(): Promise<{ start: string }>
  /**
   * After all files have been copied, except the control file. Transactions with ids below `oldestRunningXid` had ended then.
   * `label` is that of a backup.
   */
  end(): Promise<{ end: string; controlFile: Buffer; oldestRunningXid: string; label?: string }>
}

/** As of the beginning of its statement: how these transactions ended is in the log before what the statement writes. */
const OLDEST_RUNNING =
  'pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text as "oldestRunningXid"'

/**
 * At a checkpoint of its own, with a backup label, which a standby needs to know when it is consistent. The server fills the
 * rest of two segments of its log with zeros for it, and nobody else can write meanwhile.
 */
export const inBackup = (query: Query, controlFile: string): CopyOrigin => ({
  needsSlot: true,
  async begin() {
    const [row] = await query<{ start: string }>(
      "select pg_catalog.pg_backup_start('basalt copy', true)::text as start",
    )
    return row!
  },
  async end() {
    const control = await readControlFile(controlFile)
    const [row] = await query<{ end: string; oldestRunningXid: string; label: string }>(
      `select lsn::text as end, labelfile as label, ${OLDEST_RUNNING} from pg_catalog.pg_backup_stop(false)`,
    )
    return { ...row!, controlFile: control }
  },
})

/** Recovery of that much log takes longer than a checkpoint. */
const LOG_BYTES_MAX = 64 * 1024 * 1024

/**
 * Whether recovery from the last checkpoint would take too long, or needs log that the slot of the session does not keep:
 * while another checkpoint is being written, a new slot keeps the log from where that one begins.
 */
const LAST_CHECKPOINT = `
  select redo_lsn::text as start,
    (pg_catalog.pg_current_wal_lsn() - redo_lsn > ${LOG_BYTES_MAX} or exists (
      select from pg_catalog.pg_replication_slots
      where active_pid = pg_catalog.pg_backend_pid() and restart_lsn > redo_lsn)) as "isUnsuitable"
  from pg_catalog.pg_control_checkpoint()`

/** Writes everything that was committed before it to disk, and returns where it ends. */
const FLUSH = `
  select pg_catalog.pg_logical_emit_message(false, 'basalt', 'copy', true)::text as end, ${OLDEST_RUNNING}`

/**
 * At the last checkpoint, as after a crash of the server: every page that changed since is in the log as a whole, so it does not
 * matter in which state it is copied. The server need not write anything for it.
 *
 * Only for a server with `full_page_writes`. The control file is read first, as it names the checkpoint. Nothing tells the
 * copy's server how far it has to recover, so the caller checks that.
 */
export function sinceCheckpoint(query: Query, controlFile: string): CopyOrigin {
  let control: Buffer
  return {
    needsSlot: false,
    async begin() {
      let [last] = await query<{ start: string; isUnsuitable: boolean }>(LAST_CHECKPOINT)
      if (last!.isUnsuitable) {
        await query('checkpoint')
        ;[last] = await query(LAST_CHECKPOINT)
      }
      // A checkpoint in between only makes it begin later than at `start`.
      control = await readControlFile(controlFile)
      return last!
    },
    async end() {
      const [row] = await query<{ end: string; oldestRunningXid: string }>(FLUSH)
      return { ...row!, controlFile: control }
    },
  }
}

/**
 * Keeps the log from the last checkpoint on until the session ends. It syncs a dozen files, so a copy that is soon over does
 * without it. One that the session has made already stays.
 */
export const KEEP_LOG = `
  select pg_catalog.pg_create_physical_replication_slot('basalt_copy_' || pg_catalog.pg_backend_pid(), true, true)
  where not exists (
    select from pg_catalog.pg_replication_slots where active_pid = pg_catalog.pg_backend_pid())`

/** SQLSTATE of a server that has no free replication slot. */
export const SLOTS_IN_USE = '53400'

/** Whether a position of the log is in the same file as another one, or in an earlier one. */
const isInFileOf = (position: string, start: string) => `
  (select pg_catalog.div(${position} - '0/0', size) <= pg_catalog.div('${start}'::pg_catalog.pg_lsn - '0/0', size)
    from (select pg_catalog.pg_size_bytes(pg_catalog.current_setting('wal_segment_size'))::numeric as size) s)`

/** Whether the slot of the session keeps the log from a position on: not while a later checkpoint is being written. */
export const keepsLogSince = (start: string) => `
  select ${isInFileOf('restart_lsn', start)} as has
  from pg_catalog.pg_replication_slots where active_pid = pg_catalog.pg_backend_pid()`

/**
 * Whether the server has all of its log from a position on: it removes or overwrites only the files before that in which its
 * last checkpoint begins.
 */
export const hasLogSince = (start: string) => `
  select ${isInFileOf('redo_lsn', start)} as has from pg_catalog.pg_control_checkpoint()`

/** How far the log of the server has got: any commit moves it. */
export const LOG_POSITION = `
  select (case when pg_catalog.pg_is_in_recovery() then pg_catalog.pg_last_wal_replay_lsn()
    else pg_catalog.pg_current_wal_insert_lsn() end)::text as position`

/** How much log the server has written since a position. */
export const bytesSince = (start: string) => `select pg_catalog.pg_current_wal_lsn() - '${start}' as bytes`

/** Reads of the control file until two in a row are equal: the server may be writing it. */
const CONTROL_FILE_READS = 20

async function readControlFile(path: string): Promise<Buffer> {
  let last = await readFile(path)
  for (let reads = 1; reads < CONTROL_FILE_READS; reads++) {
    const next = await readFile(path)
    if (next.equals(last)) return next
    last = next
  }
  throw new EngineError('not_ready', 'The database wrote too many checkpoints to be copied. Try again.')
}
