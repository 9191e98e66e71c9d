import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import { sharedTemplatesDir } from '@basalt/testing/postgres/shared-templates.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { portsOfWorker } from '@basalt/testing/worker-ports.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createSetupLink } from '../features/access/setup-link.ts'
import { readOrMakeIdentity } from '../features/poolers/tls-identity.ts'
import { METADATA_SCHEMA, metadataOver, openMetadataPool } from '../platform/metadata/metadata.ts'
import { migrate, migrationScripts, readMigrations } from '../platform/metadata/migrations.ts'
import { projectSecrets } from '../platform/secrets/project-secrets.ts'
import { secretsWith } from '../platform/secrets/secrets.ts'

const sources = path.join(import.meta.dirname, '..')

/** What outlives a server. */
export interface Ground {
  root: string
  databaseUrl: string
  /** Shared by all servers of a test run, so that the clusters they copy are made once. */
  templatesDir: string
  /** The key of the secrets, in hex. */
  key: string
}

interface Options {
  env?: Record<string, string>
  /** The clock of everything that is told the time. */
  now?: () => Date
  /** Puts something between the server and its engine. */
  wrapEngine?: (engine: Engine) => Engine
  /** Puts something between the server and its bytes. */
  wrapBlobs?: (blobs: BlobStore) => BlobStore
}

export type AppFixture = Awaited<ReturnType<typeof openApp>>

/** Ground for one or more servers, one after the other. */
export async function newGround(): Promise<Ground & AsyncDisposable> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'basalt-app-'))
  // Instances run as users of their own, who have to pass through.
  chmodSync(root, 0o711)
  const database = await createThrowawayDatabase()
  return {
    root,
    databaseUrl: database.url,
    templatesDir: sharedTemplatesDir(),
    key: randomBytes(32).toString('hex'),
    async [Symbol.asyncDispose]() {
      await database.drop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** As BASALT_DB_PORT_RANGE has it. */
function portRange() {
  const { first, last } = portsOfWorker({ first: 54_400, last: 55_399 }, 200)
  return `${first}-${last}`
}

/** The whole server on given ground, over an engine with real instances, without listening. */
export async function openAppOn(
  { root, databaseUrl, templatesDir, key }: Ground,
  { env = {}, now, wrapEngine, wrapBlobs }: Options = {},
) {
  const config = readConfig({ BASALT_DB_PORT_RANGE: portRange(), ...env }, root)
  const pool = openMetadataPool(databaseUrl)
  const client = await pool.connect()
  await migrate(client, METADATA_SCHEMA, readMigrations(path.join(sources, 'migrations')))
  client.release()
  const projectMigrations = readMigrations(path.join(sources, 'project-migrations'))
  const realEngine = await createEmbeddedEngine({
    dataDir: path.join(root, 'instances'),
    templatesDir,
    superuser: 'basalt_admin',
    portRange: config.dbPortRange,
    templateSql: migrationScripts(BOOKKEEPING_SCHEMA, projectMigrations),
    tls: readOrMakeIdentity(path.join(root, 'keys')),
    log: () => undefined,
  })
  const engine = wrapEngine?.(realEngine) ?? realEngine
  const realBlobs = await diskBlobStore(path.join(root, 'storage'))
  const blobs = wrapBlobs?.(realBlobs) ?? realBlobs
  const setupLink = createSetupLink()
  const metadata = metadataOver(pool)
  const secrets = secretsWith(Buffer.from(key, 'hex'))
  const built = await buildApp({
    config,
    version: '0.0.0-test',
    metadata,
    secrets,
    engine,
    blobs,
    uploadsDir: path.join(root, 'storage', 'uploads'),
    projectMigrations,
    setupLink,
    ...(now && { now }),
  })
  return {
    ...built,
    config,
    metadata,
    engine,
    blobs,
    setupLink,
    /** What is sealed in the metadata of projects. */
    secretsOf: projectSecrets(metadata, secrets),
    async [Symbol.asyncDispose]() {
      const closing = built.app.close()
      // A connection that a client has opened ahead and sent nothing over would be waited for, for a minute.
      built.app.server.closeAllConnections()
      await closing
      await built.webhooks.close()
      await built.lifecycle.close()
      await realEngine.close()
      await pool.end()
    },
  }
}

/** The same on ground of its own. `env` is the environment the server would have been started with. */
export async function openApp(env: Record<string, string> = {}, options: Omit<Options, 'env'> = {}) {
  const ground = await newGround()
  const fixture = await openAppOn(ground, { ...options, env })
  return {
    ...fixture,
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]()
      await ground[Symbol.asyncDispose]()
    },
  }
}
