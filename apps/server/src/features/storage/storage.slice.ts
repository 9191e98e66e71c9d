import { statusesFor } from '@basalt/contract/projects/status.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Signer } from './downloads/signatures.ts'
import { platformStorageRoutes } from './platform.routes.ts'
import { storageRoutes } from './storage.routes.ts'
import { storageOver } from './storage.service.ts'

interface Needs {
  /** Where the bytes of files lie. */
  blobs: BlobStore
  /** Where uploads wait that come in several pieces, and where transformed pictures are kept. */
  uploadsDir: string
  signer: Signer
  /** Works in a database without counting as its use. */
  unnoticed(ref: string, work: () => Promise<unknown>): Promise<void>
}

/** Buckets and files of projects: the API below `/p/:ref`, and the pages of the dashboard. */
export function storageSlice(platform: Platform, { unnoticed, ...needs }: Needs) {
  const { gates, apiGates, metadata, secrets, databases, projects, config, version, now, failed } = platform
  const storage = storageOver({
    ...needs,
    databases: databases.asCaller,
    metadata,
    secrets,
    now,
    onFailure: (ref, error) => failed('Taking unused bytes away failed')(error, ref),
  })
  return {
    storage,
    async routes(app) {
      await app.register(platformStorageRoutes({ gates, publicUrl: config.publicUrl, ...storage }))
      await app.register(storageRoutes({ gates: apiGates, version, now, ...storage }))
    },
    close: storage.janitor.idle,
    forget: storage.removeAll,
    async tidy() {
      await storage.removeExpired()
      // A database that does not run, or sleeps, is left alone.
      for (const { ref } of await projects.refsIn(statusesFor('query'), { isAsleep: false }))
        await unnoticed(ref, () => storage.janitor.sweep(ref)).catch((error) =>
          failed('A sweep failed')(error, ref),
        )
    },
  } satisfies Slice & Record<string, unknown>
}
