import { entryNameProblem } from '@basalt/contract/storage/names.rules.ts'
import type { UploadFailure } from '../../../../api/resumable-upload.ts'
import { formatDuration } from '../../../../lib/duration.ts'
import type { UploadItem } from './upload-item.ts'

interface RejectedFile {
  name: string
  contentType: string
  allowedTypes: readonly string[] | null
}

/** Why an upload failed, and what to do about it. */
export function failureMessage(
  { status, message, reason }: Pick<UploadFailure, 'status' | 'message'> & Partial<UploadFailure>,
  { name, contentType, allowedTypes }: RejectedFile,
): string {
  switch (status) {
    case 0:
      return `Failed to upload ${name}: ${message}. Check your connection and try again.`
    case 409:
      return reason === 'OffsetConflict'
        ? `Failed to upload ${name}: another page is also uploading it. Try again when it has finished.`
        : 'File name already exists.'
    case 413:
      return 'File size exceeds the bucket file size limit.'
    case 415:
      return allowedTypes === null
        ? message
        : `Failed to upload ${name}: ${contentType} is not allowed. Allowed MIME types: ${allowedTypes.join(', ')}`
  }
  if (status === 400 && message.startsWith('Invalid key:')) {
    const problem = name
      .split('/')
      .map((part) => entryNameProblem(part, 'file'))
      .find(Boolean)
    return `Failed to upload ${name}: ${problem ?? 'File name contains an invalid special character'}. Rename it and upload it again.`
  }
  return `Failed to upload ${name}: ${message === '' ? `the server responded with ${status}` : message}`
}

/** A temporary problem of an upload that is retried automatically. */
export const problemMessage = (failure: Pick<UploadFailure, 'status' | 'message'>, file: RejectedFile) =>
  failure.status === 0 ? `${failure.message}. Retrying.` : `${failureMessage(failure, file)} Retrying.`

const fileCount = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** A toast about the outcome of all uploads; undefined when none has ended. */
export function outcomeToast({ stored, failed }: { stored: number; failed: number }) {
  const total = stored + failed
  if (total === 0) return undefined
  if (failed === 0) return { tone: 'success' as const, title: `Successfully uploaded ${fileCount(stored)}!` }
  if (stored > 0)
    return { tone: 'warning' as const, title: `Successfully uploaded ${stored} out of ${fileCount(total)}!` }
  return { tone: 'critical' as const, title: `Failed to upload ${fileCount(failed)}!` }
}

export const progressLabel = (count: number) => `Uploading ${fileCount(count)}...`

export const cancelledMessage = (count: number) => `Upload of ${fileCount(count)} aborted`

/** The uploaded and total bytes, without failed uploads. */
export function totalsOf(items: readonly Pick<UploadItem, 'status' | 'size' | 'sentBytes' | 'sentBefore'>[]) {
  const running = items.filter(({ status }) => status !== 'failed')
  return {
    total: running.reduce((sum, { size }) => sum + size, 0),
    sent: running.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    /** Without the bytes of earlier attempts, which had another rate. */
    moved: running.reduce((sum, { sentBytes, sentBefore }) => sum + sentBytes - sentBefore, 0),
  }
}

/** Only the last seconds count, so that a stalled upload does not look fast. */
const RATE_WINDOW_MS = 10_000
/** With fewer samples the rate would be a guess. */
const RATE_MIN_MS = 2000

export interface RateSample {
  /** In milliseconds. */
  at: number
  /** In bytes. */
  moved: number
}

/** Adds a sample and drops those that are too old, or all earlier ones when the number of bytes has decreased. */
export function addSample(samples: readonly RateSample[], sample: RateSample): readonly RateSample[] {
  const last = samples.at(-1)
  if (last && sample.moved < last.moved) return [sample]
  return [...samples.filter(({ at }) => sample.at - at <= RATE_WINDOW_MS), sample]
}

/** How long `left` bytes take at the measured rate, in milliseconds; undefined without a rate. */
export function remainingMs(samples: readonly RateSample[], left: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < RATE_MIN_MS || last.moved <= first.moved) return undefined
  return (left / (last.moved - first.moved)) * (last.at - first.at)
}

/** Empty for less than a second. */
export const remainingLabel = (ms: number | undefined) =>
  ms === undefined || ms < 1000 ? '' : `${formatDuration(ms)} left`
