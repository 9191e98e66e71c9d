import type { KeptUpload } from './kept-uploads.ts'

export type UploadStatus = 'waiting' | 'uploading' | 'paused' | 'stored' | 'failed' | 'file-needed'

export interface UploadItem extends Omit<KeptUpload, 'file'> {
  status: UploadStatus
  sentBytes: number
  /** When the current attempt began, and how much had been sent by then. */
  startedAt: number
  sentBefore: number
  /** Why it failed, or what is the matter at the moment. */
  trouble?: string
  /** What the server answered when it failed: whether trying again can help depends on it. */
  failure?: { status: number; reason?: string | undefined }
  /** When it had arrived. */
  endedAt?: number
}

export interface UploadPlace {
  ref: string
  bucket: string
  allowedTypes: readonly string[] | null
  /** The folder, with its slash; empty for the root. */
  folder: string
}

/** Whether it is on its way, or will be without anybody's doing. */
export const isOpen = ({ status }: UploadItem) => status === 'waiting' || status === 'uploading'

/** Whether it has neither arrived nor failed. */
export const isUnfinished = ({ status }: UploadItem) => status !== 'stored' && status !== 'failed'

/** What begins as an upload, or continues after the page was reloaded; without its file it waits for somebody. */
export const begunWith = ({ file, ...upload }: KeptUpload): UploadItem => ({
  ...upload,
  status: file ? 'waiting' : 'file-needed',
  sentBytes: 0,
  startedAt: 0,
  sentBefore: 0,
})

/** What the browser is to keep of it, beside the file. */
export function keptOf(item: UploadItem): KeptUpload {
  const { status, sentBytes, startedAt, sentBefore, trouble, failure, endedAt, ...kept } = item
  return kept
}
