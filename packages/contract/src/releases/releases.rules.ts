import { compareVersions } from './versions.rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A page that is older than what is deployed by so much asks to be reloaded. */
export const REFRESH_AFTER_MS = 24 * HOUR_MS
/** How long what is known of the deployment counts as fresh. */
export const DEPLOYMENT_STALE_MS = 600_000

/** Whether the deployed build was committed a day or more apart from the one the page began with. */
export function isPageOutdated(first: string | null, deployed: string | null): boolean {
  if (first === null || deployed === null) return false
  return Math.abs(Date.parse(deployed) - Date.parse(first)) >= REFRESH_AFTER_MS
}

/** How often the list of releases is asked for, and how long an answer may take. */
export const RELEASES_CHECK_HOURS = 6
export const RELEASES_TIMEOUT_MS = 10_000
/** A longer answer is no list of releases. */
export const RELEASES_MAX_BYTES = 4_194_304

export const DAYS_BETWEEN_RELEASES = 14

/** When the next release is to be expected, by the day the last one was published: `04 Mar 2026`, in UTC. */
export const nextReleaseDate = (publishedAt: string) =>
  releaseDate(new Date(Date.parse(publishedAt) + DAYS_BETWEEN_RELEASES * DAY_MS))

const releaseDate = (date: Date) => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
  return [part({ day: '2-digit' }), part({ month: 'short' }), part({ year: 'numeric' })].join(' ')
}

export type ReleaseState = 'latest' | 'update' | 'beta'

/** How the version that runs stands to the latest release; undefined when either is unknown. */
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
