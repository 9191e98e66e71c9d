import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { FastifyInstance } from 'fastify'
import type { InstanceAccess } from './features/instances/instance-access.ts'
import { keyRoutes } from './features/keys/keys.routes.ts'
import { keyService } from './features/keys/keys.service.ts'
import { platformStorageRoutes } from './features/storage/platform.routes.ts'
import { storageRoutes } from './features/storage/storage.routes.ts'
import { storageOver } from './features/storage/storage.service.ts'
import { apiGates } from './http/api-gates.ts'
import type { Gates } from './http/gate.ts'
import type { Metadata } from './platform/metadata.ts'
import { AUTHENTICATOR_ROLE, projectDatabases } from './platform/project-databases.ts'
import type { ProjectSecrets } from './platform/project-secrets.ts'
import type { Secrets } from './platform/secrets.ts'

interface Deps {
  app: FastifyInstance
  version: string
  metadata: Metadata
  blobs: BlobStore
  uploadsDir: string
  access: InstanceAccess
  projectKeys: ProjectSecrets
  secrets: Secrets
  now: () => Date
  publicUrl: string | undefined
}

/** What answers below `/p/:ref`: projects' own APIs, and the keys to them. */
export function composeProjectApis({
  app,
  version,
  metadata,
  blobs,
  uploadsDir,
  access,
  projectKeys,
  secrets,
  now,
  publicUrl,
}: Deps) {
  const databases = projectDatabases((ref) => access.target(ref, AUTHENTICATOR_ROLE))
  const keys = keyService({ secrets: projectKeys, now })
  const storage = storageOver({
    metadata,
    databases,
    blobs,
    uploadsDir,
    signer: keys,
    secrets,
    now,
    onFailure: (ref, error) => app.log.error({ err: error, ref }, 'Taking unused bytes away failed'),
  })
  app.addHook('onClose', async () => {
    await storage.janitor.idle()
    await databases.closeAll()
  })
  return {
    storage,
    /** Ends what is kept open to a database that is about to stop. */
    release: (ref: string) => databases.close(ref),
    /** Removes what is kept of a project that is gone. */
    async forget(ref: string) {
      keys.forget(ref)
      await storage.removeAll(ref)
    },
    /** Removes what nobody needs any more. Projects whose database does not run are left alone. */
    async tidy(running: () => Promise<readonly { ref: string }[]>) {
      await storage.removeExpired()
      for (const { ref } of await running())
        await storage.janitor
          .sweep(ref)
          .catch((error) => app.log.error({ err: error, ref }, 'A sweep failed'))
    },
    async register(gates: Gates, projectOf: (ref: string) => Promise<Project | undefined>) {
      await app.register(keyRoutes({ gates, keys }))
      await app.register(platformStorageRoutes({ gates, publicUrl, ...storage }))
      await app.register(
        storageRoutes({ gates: apiGates({ projectOf, verify: keys.verify }), version, now, ...storage }),
      )
    },
  }
}
