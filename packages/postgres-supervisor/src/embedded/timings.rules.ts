export interface Timings {
  /** How long a server may take to accept connections, recovery after a crash included. */
  startMs: number
  /** How long a fast shutdown may take, which writes a checkpoint. */
  fastStopMs: number
  /** How long an immediate shutdown may take after that, before the server is killed. */
  immediateStopMs: number
  /** How often a server that is not our child is looked at. */
  adoptedPollMs: number
  /** The wait before the first restart after a crash; each further one doubles it. */
  firstRestartMs: number
  longestRestartMs: number
  /** An instance that crashes more often than `crashLimit` times within this window is given up. */
  crashWindowMs: number
  crashLimit: number
  /** How long a start waits for its port while another program holds it, before the instance moves to another port. */
  portWaitMs: number
}

export const DEFAULT_TIMINGS: Timings = {
  startMs: 120_000,
  fastStopMs: 30_000,
  immediateStopMs: 5_000,
  adoptedPollMs: 500,
  firstRestartMs: 200,
  longestRestartMs: 30_000,
  crashWindowMs: 60_000,
  crashLimit: 5,
  portWaitMs: 5_000,
}

/** Walking a big instance's files is not free; a size some seconds old is as good. */
export const DISK_USAGE_CACHE_MS = 5_000

export const LOG_PRUNE_INTERVAL_MS = 3_600_000

/** Long enough for an instance that was just made to start undisturbed. */
export const SPARE_COPY_DELAY_MS = 500
