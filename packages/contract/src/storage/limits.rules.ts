import type { PlanId } from '../organizations/organizations.rules.ts'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

/** The largest a project of a plan may set its limit for files to, and has it at unless it does, in bytes. */
export const fileSizeCaps: Readonly<Record<PlanId, number>> = {
  free: 50 * MiB,
  pro: 50 * GiB,
  team: 500 * GiB,
  enterprise: 500 * GiB,
}

export const LIST_PAGE_SIZE = 100
/** The explorer walks folders in pages as large as this. */
export const LIST_PAGE_MAX = 10_000

/** An upload that brings no byte for so long is given up. */
export const UPLOAD_IDLE_MS = 60_000
/** An upload is looked at each time its sender has been waited for so long, */
export const UPLOAD_PACE_MS = 120_000
/** and is given up when it brought fewer bytes a second, on average: a tenth of what the oldest mobile networks carry. */
export const UPLOAD_PACE_BYTES_PER_SECOND = 256

/** Whether a sender who was waited for so long, and brought so many bytes, is not worth holding a connection for. */
export const isUploadTooSlow = (waitedMs: number, bytes: number) =>
  waitedMs >= UPLOAD_PACE_MS && bytes < (waitedMs / 1000) * UPLOAD_PACE_BYTES_PER_SECOND

/** A resumable upload that is not complete by then is forgotten. */
export const RESUMABLE_HOURS = 24

/** Whether a MIME type is on a bucket's list, on which `image/*` stands for every image. Null lists allow all. */
export function isMimeTypeAllowed(mimeType: string, allowed: readonly string[] | null) {
  if (allowed === null || allowed.length === 0) return true
  const bare = bareMimeType(mimeType)
  return allowed
    .map((one) => one.trim().toLowerCase())
    .some((one) => one === '*/*' || one === bare || (one.endsWith('/*') && bare.startsWith(one.slice(0, -1))))
}

/** Without parameters: `text/html;charset=UTF-8` is `text/html`. */
export const bareMimeType = (mimeType: string) => mimeType.split(';')[0]!.trim().toLowerCase()

/** Types that a browser shows without running anything of theirs; all others are kept in a sandbox. */
const passive =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf|font\/[\w.+-]+)$/
export const isPassiveMimeType = (mimeType: string) => passive.test(bareMimeType(mimeType))
