import { DEFAULT_POOL } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { FastifyInstance } from 'fastify'
import { composeHttpLog } from './compose-http-log.ts'
import type { ComposedKeys } from './compose-keys.ts'
import { apiDocsRoutes } from './features/api-docs/api-docs.routes.ts'
import { apiDocsStore } from './features/api-docs/api-docs.store.ts'
import { clientTypesFrom } from './features/api-docs/client-types.service.ts'
import { dataApiRoutes } from './features/data-api/data-api.routes.ts'
import { schemaCaches } from './features/data-api/schema-caches.ts'
import { dataApiSettingsRoutes } from './features/data-api-settings/data-api-settings.routes.ts'
import { dataApiSettingsStore } from './features/data-api-settings/data-api-settings.store.ts'
import { dumpRoutes } from './features/dump/dump.routes.ts'
import { dumpService } from './features/dump/dump.service.ts'
import type { InstanceAccess } from './features/instances/instance-access.ts'
import { platformStorageRoutes } from './features/storage/platform.routes.ts'
import { storageRoutes } from './features/storage/storage.routes.ts'
import { storageOver } from './features/storage/storage.service.ts'
import { type ApiCall, watchApiCalls } from './http/api-calls.ts'
import { apiGates } from './http/api-gates.ts'
import type { Gates } from './http/gate.ts'
import type { EventBus } from './platform/event-bus.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import type { Enter } from './platform/project-databases/instance-doors.ts'
import { AUTHENTICATOR_ROLE, projectDatabases } from './platform/project-databases/project-databases.ts'
import { rememberedProjects } from './platform/remembered-projects.ts'
import type { Secrets } from './platform/secrets/secrets.ts'

interface Deps {
  app: FastifyInstance
  version: string
  metadata: Metadata
  blobs: BlobStore
  uploadsDir: string
  access: InstanceAccess
  keys: ComposedKeys
  secrets: Secrets
  bus: EventBus
  now: () => Date
  enter: Enter
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
  keys,
  secrets,
  bus,
  now,
  enter,
  publicUrl,
}: Deps) {
  const dataApiSettings = dataApiSettingsStore(metadata)
  const databases = projectDatabases(
    async (ref) => ({
      ...(await access.target(ref, AUTHENTICATOR_ROLE)),
      max: (await dataApiSettings.of(ref)).db_pool ?? DEFAULT_POOL,
    }),
    {
      enter,
      onError: (error, ref) => app.log.error({ err: error, ref }, "A connection of a project's APIs failed"),
    },
  )
  dataApiSettings.onChange((ref, { db_pool }, before) => {
    if (db_pool !== before.db_pool) databases.renew(ref)
  })
  bus.subscribe((_audience, event) => {
    if (event.type === 'project' && event.project.status === 'ACTIVE_UNHEALTHY')
      void databases.giveUp(event.project.ref)
  })
  const caches = schemaCaches({
    databases,
    onError: (error, ref) => app.log.error({ err: error, ref }, 'Reading the schema failed'),
  })
  const clientTypesOf = clientTypesFrom({
    databases,
    settingsOf: dataApiSettings.of,
    versionOf: async (ref) => caches.version(ref, (await dataApiSettings.of(ref)).db_schemas),
  })
  const httpLog = composeHttpLog({ app, metadata, now })
  const storage = storageOver({
    metadata,
    databases,
    blobs,
    uploadsDir,
    signer: keys.service,
    secrets,
    now,
    onFailure: (ref, error) => app.log.error({ err: error, ref }, 'Taking unused bytes away failed'),
  })
  app.addHook('onClose', async () => {
    await storage.janitor.idle()
    await caches.closeAll()
    await databases.closeAll()
  })
  return {
    storage,
    /** What the Data API of a project exposes, and who wants to hear of changes. */
    dataApiSettings,
    /** Writes `database.types.ts` of a project. */
    clientTypesOf,
    /** Ends what is kept open to a database that is about to stop. */
    release: async (ref: string) => void (await Promise.all([caches.close(ref), databases.close(ref)])),
    /** Removes what is kept of a project that is gone. */
    async forget(ref: string) {
      keys.service.forget(ref)
      dataApiSettings.forget(ref)
      caches.forget(ref)
      httpLog.forget(ref)
      await storage.removeAll(ref)
    },
    /** Removes what nobody needs any more. Projects whose database does not run, or sleeps, are left alone. */
    async tidy(
      running: () => Promise<readonly { ref: string }[]>,
      unnoticed: (ref: string, work: () => Promise<unknown>) => Promise<void>,
    ) {
      await storage.removeExpired()
      for (const { ref } of await running())
        await unnoticed(ref, () => storage.janitor.sweep(ref)).catch((error) =>
          app.log.error({ err: error, ref }, 'A sweep failed'),
        )
    },
    async register(
      gates: Gates,
      projectOf: (ref: string) => Promise<Project | undefined>,
      /** Counts a request and the bytes that were sent for it. */
      meter: (project: Project, sentBytes: number) => void,
    ) {
      const tell = (call: ApiCall) => {
        if (call.isAdmitted) meter(call.project, call.sentBytes)
        httpLog.add(call)
      }
      watchApiCalls(app, tell, now)
      await httpLog.register(gates)
      const gatesOfApis = apiGates({
        projectOf: rememberedProjects(projectOf, bus),
        verify: keys.service.verify,
      })
      await keys.register(app, gates, gatesOfApis)
      await app.register(
        apiDocsRoutes({
          gates,
          clientTypesOf,
          docs: apiDocsStore({ databases, settingsOf: dataApiSettings.of }),
        }),
      )
      await app.register(dataApiSettingsRoutes({ gates, settings: dataApiSettings, databases }))
      await app.register(
        dumpRoutes({ gates, service: dumpService({ asAdmin: access.asAdmin }), secrets, projectOf, now }),
      )
      await app.register(platformStorageRoutes({ gates, publicUrl, ...storage }))
      await app.register(storageRoutes({ gates: gatesOfApis, version, now, ...storage }))
      await app.register(
        dataApiRoutes({
          databases,
          caches,
          gates: gatesOfApis,
          settingsOf: dataApiSettings.of,
        }),
      )
    },
  }
}
