const HOUR = 60

/** Minutes without use after which a project can be told to fall asleep. */
export const idleMinutesOffered = [5, 15, 30, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR] as const

export const IDLE_MINUTES_MIN = 1
export const IDLE_MINUTES_MAX = 30 * 24 * HOUR

/** Of a branch, which is there for somebody's work and seldom used when that is over. */
export const BRANCH_IDLE_MINUTES = 15

/** What a project goes by for which nobody has chosen. Null for never: what production is for never waits. */
export const defaultIdleMinutes = ({ isBranch }: { isBranch: boolean }): number | null =>
  isBranch ? BRANCH_IDLE_MINUTES : null

/** Minutes after which a project falls asleep, or null for never; `chosen` is undefined where nobody has. */
export const idleMinutesOf = (project: { isBranch: boolean; chosen: number | null | undefined }) =>
  project.chosen === undefined ? defaultIdleMinutes(project) : project.chosen

/** In words, such as `15 minutes` or `4 hours`. */
export function idleWords(minutes: number) {
  const [count, unit] = minutes % HOUR === 0 ? [minutes / HOUR, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
