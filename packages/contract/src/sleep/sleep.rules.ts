const HOUR = 60

/** The idle minutes that the dashboard offers. */
export const idleMinuteOptions = [5, 15, 30, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR] as const

export const IDLE_MINUTES_MIN = 1
export const IDLE_MINUTES_MAX = 30 * 24 * HOUR

/** The default of a branch, which is seldom used outside of someone's working hours. */
export const BRANCH_IDLE_MINUTES = 15

/** The default idle minutes of a project. Null for never: production should not wait for a wake. */
export const defaultIdleMinutes = ({ isBranch }: { isBranch: boolean }): number | null =>
  isBranch ? BRANCH_IDLE_MINUTES : null

/** Idle minutes after which a project falls asleep, or null for never; `chosen` is undefined if not set. */
export const idleMinutesOf = (project: { isBranch: boolean; chosen: number | null | undefined }) =>
  project.chosen === undefined ? defaultIdleMinutes(project) : project.chosen

/** A label such as `15 minutes` or `4 hours`. */
export function idleLabel(minutes: number) {
  const [count, unit] = minutes % HOUR === 0 ? [minutes / HOUR, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
