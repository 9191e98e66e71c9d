/** The sampler looks at each running database this often; every interval of a measurement is a multiple of it. */
export const SAMPLER_TICK_MS = 20_000
/** Databases that are measured at once. */
export const SAMPLED_AT_ONCE = 2
/**
 * Projects whose last counts are remembered, to compute differences. A project that is not among them loses the counts of
 * one interval.
 */
export const BASELINES_MAX = 200

/**
 * The longest time that differences are spread over: a measurement may be late, and a database that slept did nothing in
 * the meantime.
 */
export const INTERVAL_MAX_MS = 90_000

/** What was counted since an earlier value of the same counter; after a reset it begins at zero. */
export const increase = (before: number, now: number) => (now >= before ? now - before : now)
