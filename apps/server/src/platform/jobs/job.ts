/** How often a failed run is tried again, with twice the delay each time. */
export interface Retry {
  limit: number
  /** Before the first retry, in seconds. */
  delaySeconds: number
  maxDelaySeconds: number
}

interface JobBase {
  /** Unique, in kebab case. Runs that are stored refer to it. */
  readonly name: string
  /** What the jobs page calls it. */
  readonly title: string
  /** When it runs by itself: cron in UTC, with a resolution of about a minute. A missed time is made up for once. */
  readonly schedule?: string
  /** Also runs when the server has started, for what is only known in memory. */
  readonly atStart?: boolean
  /** How many runs may be under way at once; one by default. */
  readonly concurrency?: number
  /** `USUAL_RETRY` by default. */
  readonly retry?: Retry
  /** A run that takes longer is aborted and counts as failed; `USUAL_TIME_LIMIT_MINUTES` by default. */
  readonly timeLimitMinutes?: number
  /** Whether the owner of the installation is told when the last retry has failed; so by default. */
  readonly notifiesOwner?: boolean
}

/** What every run is given. */
export interface RunContext {
  /** Aborted when the run is cancelled, takes too long, or the server stops. */
  readonly signal: AbortSignal
  /** 1 for the first try. */
  readonly attempt: number
  /** Shown on the jobs page while the run is under way. It costs nothing. */
  progress(done: number, total?: number): void
}

/** Work that is done once for the installation, or once for each thing that `enqueue` names. */
export interface PlainJob<Data extends object = object> extends JobBase {
  /** Runs with the same key are never queued or under way together. Without it only scheduled runs share one. */
  readonly key?: (data: Data) => string
  readonly forProjects?: undefined
  run(context: RunContext & { data: Data }): Promise<unknown>
}

/** Work on each project whose database is up. A scheduled time makes one run for each, with `ref` as its key. */
export interface ProjectJob extends JobBase {
  /** Sleeping databases are woken, or left out. */
  readonly forProjects: 'wake' | 'only-if-awake'
  run(context: RunContext & { ref: string }): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: what a run is given is checked where the job is defined and enqueued.
export type Job = PlainJob<any> | ProjectJob

/** Cron for an even interval. The unit must divide the next larger one. */
export const every = (interval: { minutes: number } | { hours: number }) =>
  'minutes' in interval ? `*/${interval.minutes} * * * *` : `0 */${interval.hours} * * *`
