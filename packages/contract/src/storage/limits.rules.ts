import type { PlanId } from '../organizations/organizations.rules.ts'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

/** The default and largest file size limit of a project, by plan, in bytes. */
export const fileSizeCaps: Readonly<Record<PlanId, number>> = {
  free: 50 * MiB,
  pro: 50 * GiB,
  team: 500 * GiB,
  enterprise: 500 * GiB,
}

export const LIST_PAGE_SIZE = 100
/** The largest page of a folder. */
export const LIST_PAGE_MAX = 10_000

/** An upload without a byte for this long is aborted. */
export const UPLOAD_IDLE_MS = 60_000
/** How often the average rate of an upload is checked. */
export const UPLOAD_PACE_MS = 120_000
/** A slower upload is aborted: a tenth of the rate of the oldest mobile networks. */
export const UPLOAD_PACE_BYTES_PER_SECOND = 256

/** Whether an upload is too slow to hold a connection for. */
export const isUploadTooSlow = (waitedMs: number, bytes: number) =>
  waitedMs >= UPLOAD_PACE_MS && bytes < (waitedMs / 1000) * UPLOAD_PACE_BYTES_PER_SECOND

/** An incomplete resumable upload is deleted after this. */
export const RESUMABLE_HOURS = 24

/** Whether a bucket allows a MIME type; `image/*` matches every image. A null or empty list allows all. */
export function isMimeTypeAllowed(mimeType: string, allowed: readonly string[] | null) {
  if (allowed === null || allowed.length === 0) return true
  const bare = bareMimeType(mimeType)
  return allowed
    .map((one) => one.trim().toLowerCase())
    .some((one) => one === '*/*' || one === bare || (one.endsWith('/*') && bare.startsWith(one.slice(0, -1))))
}

/** Without parameters: `text/html;charset=UTF-8` is `text/html`. */
export const bareMimeType = (mimeType: string) => mimeType.split(';')[0]!.trim().toLowerCase()

/** Types that a browser displays without executing anything; all others are served in a sandbox. */
const passive =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf|font\/[\w.+-]+)$/
export const isPassiveMimeType = (mimeType: string) => passive.test(bareMimeType(mimeType))
