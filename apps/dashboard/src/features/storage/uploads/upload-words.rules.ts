import type { UploadFailure } from '../../../api/resumable-upload.ts'
import { formatDuration } from '../../../lib/duration.ts'

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
  if (status === 400 && message.startsWith('Invalid key:'))
    return `Failed to upload ${name}: its name has characters that are not allowed. Rename it and try again.`
  return `Failed to upload ${name}: ${message === '' ? `the server answered ${status}` : message}`
}

/** What is the matter with a file that goes on by itself. */
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

/** How long the rest takes at the pace so far, in milliseconds; undefined before there is a pace. */
export function remainingMs(sent: number, total: number, elapsedMs: number): number | undefined {
  if (sent <= 0 || elapsedMs <= 0 || sent > total) return undefined
  return ((total - sent) / sent) * elapsedMs
}

export const remainingWords = (ms: number | undefined) =>
  ms === undefined ? '' : `${formatDuration(ms)} remaining`
