import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { every } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { Branches } from '../branches/branches.port.ts'
import { dashboardStorageRoutes } from './dashboard.routes.ts'
import type { Signer } from './downloads/signatures.ts'
import { storageRoutes } from './storage.routes.ts'
import { storageService } from './storage.service.ts'

interface Needs {
  /** The store for the bytes of files. */
  blobs: BlobStore
  /** The directory for uploads in progress and rendered images. */
  uploadsDir: string
  signer: Signer
  branches: Pick<Branches, 'parentOf' | 'family'>
  backups: Pick<Backups, 'reachBackTo'>
  /** Runs work in a database without counting as activity. */
  uncounted(ref: string, work: () => Promise<unknown>): Promise<void>
}

/** Buckets and files of projects: the Storage API below `/p/:ref`, and the endpoints of the dashboard. */
export function storageSlice(platform: Platform, { uncounted, ...needs }: Needs) {
  const { gates, apiGates, metadata, secrets, databases, config, version, now, failed } = platform
  const storage = storageService({
    ...needs,
    uncounted,
    databases: databases.asCaller,
    metadata,
    secrets,
    now,
    onFailure: (ref, error) => failed('Deleting unused bytes failed')(error, ref),
  })
  return {
    storage,
    async routes(app) {
      await app.register(dashboardStorageRoutes({ gates, publicUrl: config.publicUrl, ...storage }))
      await app.register(storageRoutes({ gates: apiGates, version, now, ...storage }))
    },
    close: storage.janitor.idle,
    forget: storage.removeAll,
    jobs: [
      {
        name: 'expired-uploads',
        title: 'Remove abandoned uploads',
        schedule: every({ hours: 1 }),
        atStart: true,
        run: storage.removeExpired,
      },
      {
        name: 'storage-sweep',
        title: 'Remove unused file data',
        schedule: every({ hours: 1 }),
        atStart: true,
        forProjects: 'only-if-awake',
        run: ({ ref }) => uncounted(ref, () => storage.janitor.sweep(ref)),
      },
    ],
  } satisfies SliceWithPort
}
