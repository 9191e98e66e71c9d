import type { TimeRange } from '@basalt/log-store/log-store.ts'

/**
 * The part of a stated time that a project's plan keeps, by default of the last hour. Throws `validation_failed` for an
 * empty one.
 */
export type KeptRange = (
  ref: string,
  times: { from?: string | undefined; to?: string | undefined },
) => Promise<TimeRange>
