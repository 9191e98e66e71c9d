import path from 'node:path'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import { sealedBlobStore } from '@basalt/object-store/sealed-blob-store.ts'
import type { Config } from './config.ts'
import { isManifest } from './features/installation-backups/manifest.ts'

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

interface Opening {
  /** The key of the installation, which opens backups that were encrypted, and seals new ones if that is wished. */
  key: Buffer
  isSealing: boolean
  /** One that is only read may belong to a running server, or be on a disk that cannot be written to. */
  isOnlyRead?: boolean
}

/** Where backups go. Which key they need is told to everybody. */
export const openBackups = async (
  place: Place,
  dataDir: string,
  { key, isSealing, isOnlyRead = false }: Opening,
): Promise<BlobStore> =>
  sealedBlobStore(await openPlace(place, dataDir, isOnlyRead), { key, isSealing, isPlain: isManifest })

async function openPlace(place: Place, dataDir: string, isOnlyRead: boolean): Promise<BlobStore> {
  const { backups } = place
  if (!backups || backups.folder !== undefined)
    return diskBlobStore(backupPlace(place, dataDir), { isOnlyRead })
  const { openS3BlobStore } = await import('@basalt/object-store/s3-blob-store.ts')
  return openS3BlobStore(backups)
}
