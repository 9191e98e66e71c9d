import path from 'node:path'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { ClaimedPlace, claimedBlobStore } from '@basalt/object-store/claimed-blob-store.ts'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import { sealedBlobStore } from '@basalt/object-store/sealed-blob-store.ts'
import type { Config } from './config.ts'
import { INSTALLATION_FOLDER } from './features/installation-backups/installation-backups.rules.ts'
import { isManifest, readManifests } from './features/installation-backups/manifest.ts'
import { keyFingerprint } from './platform/secrets/secrets.ts'
import { StartError } from './platform/start-error.ts'

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

/**
 * Where backups go. Which key they need is told to everybody. Throws StartError for a place of another installation, unless it
 * is only read.
 */
export async function openBackups(
  place: Place,
  dataDir: string,
  { key, isSealing, isOnlyRead = false }: Opening,
): Promise<BlobStore> {
  const store = await openPlace(place, dataDir, isOnlyRead)
  const sealing = { key, isSealing, isPlain: isManifest }
  if (isOnlyRead) return sealedBlobStore(store, sealing)
  const own = claimedBlobStore(store, {
    marker: OWNER,
    owner: keyFingerprint(key),
    place: backupPlace(place, dataDir),
    earlier: manifestOwners,
    now: () => new Date(),
  })
  await own.claim().catch((error) => {
    if (error instanceof ClaimedPlace) throw new StartError(`${error.message} Set BASALT_BACKUP_URL.`)
    // A bucket that is out of reach now is asked before the first write.
  })
  return sealedBlobStore(own, sealing)
}

/** Which installation the place belongs to, by the fingerprint of its key. */
const OWNER = `${INSTALLATION_FOLDER}/owner`

/** The owners of backups of an installation that were stored before places had owners. */
async function* manifestOwners(store: BlobStore) {
  const manifests = await readManifests(store)
  for (const [id, { key: owner }] of manifests) yield { owner, since: await endOf(store, id) }
}

/** When a backup ended, in ISO 8601, as far as can be read without its key. */
const endOf = async (store: BlobStore, id: string): Promise<string> => {
  for await (const { key, writtenAt } of store.list(INSTALLATION_FOLDER))
    if (key.includes(id)) return writtenAt.toISOString()
  return 'some time'
}

async function openPlace(place: Place, dataDir: string, isOnlyRead: boolean): Promise<BlobStore> {
  const { backups } = place
  if (!backups || backups.folder !== undefined)
    return diskBlobStore(backupPlace(place, dataDir), { isOnlyRead })
  const { openS3BlobStore } = await import('@basalt/object-store/s3-blob-store.ts')
  return openS3BlobStore(backups)
}
