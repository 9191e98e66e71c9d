/** How often a failed run is retried, with the delay doubled each time. */
export interface Retry {
  limit: number
  /** Before the first retry, in seconds. */
  delaySeconds: number
  maxDelaySeconds: number
}

interface JobBase {
  /** Unique, in kebab case. Stored runs refer to it. */
  readonly name: string
  /** Its name on the jobs page. */
  readonly title: string
  /** Cron in UTC, with a resolution of about a minute. A missed time is made up for once. */
  readonly schedule?: string
  /** Also runs when the server has started, for state that is only in memory. */
  readonly atStart?: boolean
  /** How many runs may be active at once; one by default. */
  readonly concurrency?: number
  /** `DEFAULT_RETRY` by default. */
  readonly retry?: Retry
  /** A run that takes longer is aborted and counts as failed; `DEFAULT_TIME_LIMIT_MINUTES` by default. */
  readonly timeLimitMinutes?: number
  /** Whether the owner of the installation is notified when the last retry has failed; true by default. */
  readonly notifiesOwner?: boolean
}

/** Passed to every run. */
export interface RunContext {
  /** Aborted when the run is cancelled, takes too long, or the server stops. */
  readonly signal: AbortSignal
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Shown on the jobs page while the run is active. Kept in memory, so it costs nothing. */
  progress(done: number, total?: number): void
}

/** Work that is done once for the installation, or once for each key that is enqueued. */
export interface PlainJob<Data extends object = object> extends JobBase {
  /** Runs with the same key are never queued or active together. Without it, only scheduled runs share a key. */
  readonly key?: (data: Data) => string
  readonly forProjects?: undefined
  run(context: RunContext & { data: Data }): Promise<unknown>
}

/** Work on each project whose database is up. A scheduled time enqueues one run for each, with `ref` as its key. */
export interface ProjectJob extends JobBase {
  /** Whether sleeping databases are woken or skipped. */
  readonly forProjects: 'wake' | 'only-if-awake'
  run(context: RunContext & { ref: string }): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: a run's data is checked where the job is defined and enqueued.
export type Job = PlainJob<any> | ProjectJob

/** Cron for an even interval. The unit must divide the next larger one. */
export const every = (interval: { minutes: number } | { hours: number }) =>
  'minutes' in interval ? `*/${interval.minutes} * * * *` : `0 */${interval.hours} * * *`
