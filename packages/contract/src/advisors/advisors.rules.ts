/** The levels of findings, worst first. */
export const lintLevels = ['ERROR', 'WARN', 'INFO'] as const
export type LintLevel = (typeof lintLevels)[number]

export const advisorKinds = ['security', 'performance'] as const
export type AdvisorKind = (typeof advisorKinds)[number]

export const DISMISSAL_REASON_MAX = 500
/** Dismissals end at last after so many days; without an end, they last until the object changes. */
export const DISMISSAL_DAYS_MAX = 730

/** Cron in UTC of the daily run on databases that are awake. */
export const ADVISORS_DAILY = '40 3 * * *'

/** How long after the last change of a schema the lints run: a migration is many changes. */
export const RUN_AFTER_CHANGE_MS = 3_000

/** Errors that one notification lists. */
export const NOTIFIED_ERRORS_MAX = 5

/** The colour of the dot at Advisors in the sidebar; undefined for no dot. */
export function advisorDot({ security, performance }: AdvisorCounts): 'critical' | 'warning' | undefined {
  if (security.ERROR + performance.ERROR > 0) return 'critical'
  return security.WARN + security.INFO > 0 ? 'warning' : undefined
}

/** Findings that are not dismissed. */
export type AdvisorCounts = Readonly<Record<AdvisorKind, Readonly<Record<LintLevel, number>>>>
