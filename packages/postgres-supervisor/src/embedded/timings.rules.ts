export interface Timings {
  /** How long a server may take to accept connections, including recovery after a crash. */
  startMs: number
  /** How long a fast shutdown may take, which writes a checkpoint. */
  fastStopMs: number
  /** How long an immediate shutdown may take after that, before the server is killed. */
  immediateStopMs: number
  /** How often to check a server that is not a child process. */
  adoptedPollMs: number
  /** The delay before the first restart after a crash; it doubles with each further one. */
  firstRestartMs: number
  longestRestartMs: number
  /** How often to check whether a full disk has room again, for a server that it stopped. */
  roomPollMs: number
  /** An instance that crashes more than `crashLimit` times within this window is left stopped. */
  crashWindowMs: number
  crashLimit: number
  /** How often to check whether a server is stranded: it runs, but neither recovers nor accepts writes. */
  strandedPollMs: number
  /**
   * How long it must have been so before it is restarted. A server that recovers from the crash of one of its processes is
   * so for a moment: it kills what is left of them after 5 seconds (`SIGKILL_CHILDREN_AFTER_SECS`).
   */
  strandedAfterMs: number
  /** How long a start waits for a port that another program holds, before the instance gets another one. */
  portWaitMs: number
  /** A copy that takes longer has its source keep the log by a replication slot, whose making syncs a dozen files. */
  copyWithoutSlotMs: number
  /** How often to check whether a prepared copy is still worth its log and disk space. */
  preparedCheckMs: number
  /** How long an instance is not copied in advance again after such a copy was thrown away. */
  preparedPauseMs: number
}

export const DEFAULT_TIMINGS: Timings = {
  startMs: 120_000,
  fastStopMs: 30_000,
  immediateStopMs: 5_000,
  adoptedPollMs: 500,
  firstRestartMs: 200,
  longestRestartMs: 30_000,
  roomPollMs: 1_000,
  crashWindowMs: 60_000,
  crashLimit: 5,
  strandedPollMs: 5_000,
  strandedAfterMs: 10_000,
  portWaitMs: 5_000,
  copyWithoutSlotMs: 2_000,
  preparedCheckMs: 1_000,
  preparedPauseMs: 5 * 60_000,
}

/** A prepared copy that needs more log than that is thrown away: recovering it would take longer than copying again. */
export const PREPARED_LOG_BYTES_MAX = 128 * 1024 * 1024

/** Measuring a large instance's files takes time, and a size some seconds old is good enough. */
export const DISK_USAGE_CACHE_MS = 5_000

/** Which blocks are shared is asked of the file system for each file. */
export const SHARED_BLOCKS_CACHE_MS = 60_000

export const LOG_PRUNE_INTERVAL_MS = 3_600_000

/** Long enough for an instance that was just created to start undisturbed. */
export const SPARE_COPY_DELAY_MS = 500

/** How long the sync of a copy to disk gives way to everybody else: a disk that is never idle must not hold it up. */
export const SYNC_GIVES_WAY_MS = 10_000
