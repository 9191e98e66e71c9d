/** How long a finished run waits for others to be written with. */
export const WRITE_AFTER_MS = 1000
export const RUNS_WRITTEN_TOGETHER = 200
/** Runs kept in memory while the metadata do not answer. */
export const RUNS_WAITING_MAX = 5000
export const SWEEP_EVERY_MS = 60 * 60_000
