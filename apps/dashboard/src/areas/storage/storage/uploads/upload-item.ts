import type { PersistedUpload } from './upload-store.ts'

export type UploadStatus = 'waiting' | 'uploading' | 'paused' | 'stored' | 'failed' | 'file-needed'

export interface UploadItem extends Omit<PersistedUpload, 'file'> {
  status: UploadStatus
  sentBytes: number
  /** When the current attempt started, in milliseconds since 1970, and how many bytes had been sent by then. */
  startedAt: number
  sentBefore: number
  /** Why it failed, or a temporary problem. */
  problem?: string
  /** The server's response to a failed upload, which decides whether a retry can succeed. */
  failure?: { status: number; reason?: string | undefined }
  /** When it was stored, in milliseconds since 1970. */
  endedAt?: number
}

export interface UploadTarget {
  ref: string
  bucket: string
  allowedTypes: readonly string[] | null
  /** The folder with a trailing slash; empty for the root. */
  folder: string
}

/** Whether it is being uploaded, or will be without user action. */
export const isActive = ({ status }: UploadItem) => status === 'waiting' || status === 'uploading'

/** Whether it is neither stored nor failed. */
export const isUnfinished = ({ status }: UploadItem) => status !== 'stored' && status !== 'failed'

/** A new upload, or one that is resumed after a reload; without its file it waits for the user. */
export const newUploadItem = ({ file, ...upload }: PersistedUpload): UploadItem => ({
  ...upload,
  status: file ? 'waiting' : 'file-needed',
  sentBytes: 0,
  startedAt: 0,
  sentBefore: 0,
})

/** The persisted part of an upload, without its file. */
export function persistedPart(item: UploadItem): PersistedUpload {
  const { status, sentBytes, startedAt, sentBefore, problem, failure, endedAt, ...persisted } = item
  return persisted
}
