import { entryNameProblem } from '@basalt/contract/storage/names.rules.ts'
import type { UploadFailure } from '../../../../api/resumable-upload.ts'
import { formatDuration } from '../../../../lib/duration.ts'
import type { UploadItem } from './upload-item.ts'

interface Refused {
  name: string
  contentType: string
  allowedTypes: readonly string[] | null
}

/** Why a file could not be uploaded, in words that say what to do where there is something. */
export function failureWords(
  { status, message, reason }: Pick<UploadFailure, 'status' | 'message'> & Partial<UploadFailure>,
  { name, contentType, allowedTypes }: Refused,
): string {
  switch (status) {
    case 0:
      return `Failed to upload ${name}: ${message}. Check your connection and try again.`
    case 409:
      return reason === 'OffsetConflict'
        ? `Failed to upload ${name}: another page is uploading it too. Try again when that one is done.`
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
  return `Failed to upload ${name}: ${message === '' ? `the server answered ${status}` : message}`
}

/** What is the matter with a file that continues by itself. */
export const troubleWords = (failure: Pick<UploadFailure, 'status' | 'message'>, refused: Refused) =>
  failure.status === 0
    ? `${failure.message}. Trying again.`
    : `${failureWords(failure, refused)} Trying again.`

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** What is said when everything is over; undefined when there is nothing to add to what was said of a single file. */
export function outcomeWords({ stored, failed }: { stored: number; failed: number }) {
  const total = stored + failed
  if (total === 0) return undefined
  if (failed === 0) return { tone: 'success' as const, title: `Successfully uploaded ${files(stored)}!` }
  if (stored > 0)
    return { tone: 'warning' as const, title: `Successfully uploaded ${stored} out of ${files(total)}!` }
  return { tone: 'critical' as const, title: `Failed to upload ${files(failed)}!` }
}

/** `Uploading 3 files...`, and what is left of the time if that can be told. */
export const progressWords = (count: number) => `Uploading ${files(count)}...`

export const cancelledWords = (count: number) => `Upload of ${files(count)} aborted`

/** How much has been uploaded so far, and the total. Failed uploads do not count. */
export function totalsOf(items: readonly Pick<UploadItem, 'status' | 'size' | 'sentBytes' | 'sentBefore'>[]) {
  const running = items.filter(({ status }) => status !== 'failed')
  return {
    total: running.reduce((sum, { size }) => sum + size, 0),
    sent: running.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    /** Without the bytes of earlier attempts, which came at another rate. */
    moved: running.reduce((sum, { sentBytes, sentBefore }) => sum + sentBytes - sentBefore, 0),
  }
}

/** Only the last seconds count, so a file that hangs does not look fast because of those before it. */
const PACE_WINDOW_MS = 10_000
/** Before that, a rate is a guess. */
const PACE_MIN_MS = 2000

export interface PaceSample {
  /** In milliseconds. */
  at: number
  /** In bytes. */
  moved: number
}

/** Adds a sample and drops those that are too old, or all of them when the number of bytes fell. */
export function paceWith(samples: readonly PaceSample[], sample: PaceSample): readonly PaceSample[] {
  const last = samples.at(-1)
  if (last && sample.moved < last.moved) return [sample]
  return [...samples.filter(({ at }) => sample.at - at <= PACE_WINDOW_MS), sample]
}

/** How long `left` bytes take at the measured rate, in milliseconds; undefined until there is one. */
export function remainingMs(samples: readonly PaceSample[], left: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < PACE_MIN_MS || last.moved <= first.moved) return undefined
  return (left / (last.moved - first.moved)) * (last.at - first.at)
}

/** Empty for less than a second. */
export const remainingWords = (ms: number | undefined) =>
  ms === undefined || ms < 1000 ? '' : `${formatDuration(ms)} left`
