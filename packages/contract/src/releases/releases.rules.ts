import { compareVersions } from './versions.rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How much newer the deployed build has to be before an open page offers to reload. */
export const REFRESH_AFTER_MS = 24 * HOUR_MS
/** How long a page considers the deployed commit fresh. */
export const DEPLOYMENT_STALE_MS = 600_000

/** Whether the commit times of the page's build and the deployed one are at least a day apart. */
export function isPageOutdated(first: string | null, deployed: string | null): boolean {
  if (first === null || deployed === null) return false
  return Math.abs(Date.parse(deployed) - Date.parse(first)) >= REFRESH_AFTER_MS
}

/** How often the list of releases is fetched, and how long a response may take. */
export const RELEASES_CHECK_HOURS = 6
export const RELEASES_TIMEOUT_MS = 10_000
/** A longer response cannot be a list of releases. */
export const RELEASES_MAX_BYTES = 4_194_304

export const DAYS_BETWEEN_RELEASES = 14

/** The expected day of the next release, `04 Mar 2026` in UTC, from when the last was published. */
export const nextReleaseDate = (publishedAt: string) =>
  releaseDate(new Date(Date.parse(publishedAt) + DAYS_BETWEEN_RELEASES * DAY_MS))

const releaseDate = (date: Date) => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
  return [part({ day: '2-digit' }), part({ month: 'short' }), part({ year: 'numeric' })].join(' ')
}

export type ReleaseState = 'latest' | 'update' | 'beta'

/** The state of the running version relative to the latest release; undefined when either is unknown. */
export function releaseState(
  current: string | undefined,
  latest: string | undefined,
): ReleaseState | undefined {
  if (current === undefined || latest === undefined) return undefined
  const order = compareVersions(current, latest)
  if (order === undefined) return undefined
  if (order === 0) return 'latest'
  return order < 0 ? 'update' : 'beta'
}
