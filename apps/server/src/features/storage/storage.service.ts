import path from 'node:path'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { stagingArea } from '@basalt/object-store/staging-area.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { Branches } from '../branches/branches.port.ts'
import { archiveService } from './archive/archive.service.ts'
import { archiveTickets } from './archive/archive-tickets.ts'
import { bucketService } from './buckets/buckets.service.ts'
import { catalogOf } from './catalog.ts'
import { type Signer, signatures } from './downloads/signatures.ts'
import { familyBytes } from './family-bytes.ts'
import { familyRoots } from './family-roots.ts'
import { folderService } from './folders/folders.service.ts'
import { imageService } from './images/images.service.ts'
import { renditionCache } from './images/rendition-cache.ts'
import { janitorOf } from './janitor.ts'
import { objectService } from './objects/objects.service.ts'
import { type ResumableInfo, resumableService } from './resumable/resumable.service.ts'
import { type MultipartInfo, s3Multipart } from './s3/s3-multipart.ts'
import { credentialStore } from './settings/credentials.store.ts'
import { storageSettings } from './settings/settings.store.ts'
import { sharedBlobs } from './shared-blobs.ts'
import { unusedFiles } from './unused-files.store.ts'
import { uploadService } from './uploads/uploads.service.ts'

/** The disk space for rendered images. */
const RENDITION_BYTES = 512 * 1024 ** 2

interface Deps {
  metadata: Metadata
  databases: ApiConnections
  blobs: BlobStore
  /** The directory for uploads in progress and rendered images. */
  uploadsDir: string
  signer: Signer
  secrets: Secrets
  now: () => Date
  branches: Pick<Branches, 'parentOf' | 'family'>
  backups: Pick<Backups, 'reachBackTo'>
  /** Runs work in a database without counting as activity. */
  uncounted(ref: string, work: () => Promise<unknown>): Promise<void>
  onFailure(ref: string, error: unknown): void
}

export type StorageService = ReturnType<typeof storageService>

/** Creates the storage service, which all its protocols share. */
export function storageService({
  metadata,
  databases,
  blobs: allBlobs,
  uploadsDir,
  signer,
  secrets,
  branches,
  backups,
  uncounted,
  now,
  onFailure,
}: Deps) {
  const catalog = catalogOf(databases)
  const settings = storageSettings(metadata)
  const roots = familyRoots(branches.parentOf)
  const blobs = sharedBlobs(allBlobs, roots.of)
  const janitor = janitorOf({
    blobs,
    catalog,
    rootOf: roots.of,
    family: branches.family,
    uncounted,
    unusedFiles: unusedFiles(metadata, backups),
    now,
    onFailure,
  })
  const objects = objectService({ catalog, janitor })
  const uploads = uploadService({ blobs, catalog, settings, janitor, now })
  const staging = stagingArea<ResumableInfo>(path.join(uploadsDir, 'resumable'))
  const multipart = stagingArea<MultipartInfo>(path.join(uploadsDir, 'multipart'))
  const renditions = renditionCache(path.join(uploadsDir, 'renditions'), RENDITION_BYTES)
  const resumable = resumableService({ staging, blobs, catalog, uploads, janitor, now })
  return {
    blobs,
    catalog,
    settings,
    janitor,
    familyBytes: familyBytes({ catalog, family: branches.family, uncounted }),
    objects,
    folders: folderService({ blobs, catalog, janitor, now }),
    archives: archiveService({ blobs, catalog }),
    tickets: archiveTickets(now),
    buckets: bucketService({ catalog, settings, objects }),
    uploads,
    resumable,
    multipart,
    images: imageService({ blobs, cache: renditions }),
    credentials: credentialStore(metadata, secrets),
    signatures: signatures(signer),
    /** Deletes uploads that were not completed in time. */
    async removeExpired() {
      await resumable.removeExpired()
      await s3Multipart({ blobs, catalog, uploads, janitor, multipart, now }).removeExpired()
    },
    /** Deletes everything of a deleted project. */
    async removeAll(ref: string) {
      for await (const id of staging.ids(ref)) await staging.remove(id)
      for await (const id of multipart.ids(ref)) await multipart.remove(id)
      await renditions.removeAll(ref)
      await janitor.removeAll(ref)
      roots.forget(ref)
    },
  }
}
