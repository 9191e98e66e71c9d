import path from 'node:path'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import type { Config } from './config.ts'

/** The bytes of the projects' files. */
export async function openFiles({ s3 }: Pick<Config, 's3'>, dataDir: string) {
  if (!s3) return diskBlobStore(path.join(dataDir, 'storage'))
  // The S3 client is large, and most installations store files on their own disk.
  const { openS3BlobStore } = await import('@basalt/object-store/s3-blob-store.ts')
  return openS3BlobStore(s3)
}

type Place = Pick<Config, 'backups'>

/** Where backups go, as people write it: a folder, or a bucket such as `s3://backups`. */
export function backupPlace({ backups }: Place, dataDir: string): string {
  if (!backups) return path.join(dataDir, 'backups')
  return backups.folder === undefined ? `s3://${backups.bucket}` : path.resolve(backups.folder)
}

/** Where backups go. One that is only read may belong to a running server, or be on a disk that cannot be written to. */
export async function openBackups(place: Place, dataDir: string, options?: { isOnlyRead: boolean }) {
  const { backups } = place
  if (!backups || 'folder' in backups) return diskBlobStore(backupPlace(place, dataDir), options)
  const { openS3BlobStore } = await import('@basalt/object-store/s3-blob-store.ts')
  return openS3BlobStore(backups)
}
