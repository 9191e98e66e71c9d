import type { UploadItem } from '../uploads/upload-item.ts'
import type { BucketKey } from './explorer.queries.ts'
import { joined } from './path.rules.ts'

/** The part of an upload that determines where it appears. */
export type PendingUpload = Pick<UploadItem, 'ref' | 'bucket' | 'path' | 'status' | 'endedAt'>

/** A file that is being uploaded to a folder, or a subfolder that contains one. */
export interface PendingEntry {
  path: string
  name: string
  isFolder: boolean
}

/**
 * The files and subfolders of a folder that uploads are creating, each once. A finished upload counts until the folder
 * has been listed again, at `listedAt` in milliseconds.
 */
export function pendingEntriesIn(
  uploads: readonly PendingUpload[],
  { ref, bucket }: BucketKey,
  folder: string,
  listedAt: number,
): PendingEntry[] {
  const prefix = folder === '' ? '' : `${folder}/`
  const found = new Map<string, PendingEntry>()
  for (const upload of uploads) {
    if (upload.ref !== ref || upload.bucket !== bucket || !upload.path.startsWith(prefix)) continue
    if (!isPending(upload, listedAt)) continue
    const [name = '', ...below] = upload.path.slice(prefix.length).split('/')
    found.set(name, { path: joined(folder, name), name, isFolder: below.length > 0 })
  }
  return [...found.values()]
}

const isPending = ({ status, endedAt = 0 }: PendingUpload, listedAt: number) =>
  status === 'stored' ? endedAt > listedAt : status !== 'failed' && status !== 'file-needed'
