import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import type { DiskSpace, Endpoint, Engine } from '@basalt/postgres-supervisor/engine.ts'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import { sharedTemplatesDir } from '@basalt/testing/postgres/shared-templates.ts'
import { WAIT_TIMEOUT_MS } from '@basalt/testing/wait-for.ts'
import { portsOfWorker } from '@basalt/testing/worker-ports.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type AppDeps, buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createSetupLink } from '../features/access/setup-link.ts'
import type { WatchTimes } from '../features/instances/instance-watch.ts'
import { readOrMakeIdentity } from '../features/poolers/tls-identity.ts'
import {
  countChanges,
  METADATA_SCHEMA,
  type Metadata,
  metadataOver,
  openMetadataPool,
} from '../platform/metadata/metadata.ts'
import { migrate, migrationScripts, readMigrations } from '../platform/metadata/migrations.ts'
import { followSettings } from '../platform/metadata/settings-changes.ts'
import { USER_ROLE } from '../platform/project-databases/database-roles.ts'
import { projectSecrets } from '../platform/secrets/project-secrets.ts'
import { keyFingerprint, secretsWith } from '../platform/secrets/secrets.ts'
import { metadataMigrations, newMetadataDatabase } from './metadata-database.ts'

const sources = path.join(import.meta.dirname, '..')

/** What several servers in succession share. */
export interface TestBase {
  root: string
  databaseUrl: string
  /** Shared by all servers of a test run, so that the template clusters are created once. */
  templatesDir: string
  /** The key of the secrets, in hex. */
  key: string
}

interface Options {
  env?: Record<string, string>
  /** The clock of the whole server. */
  now?: () => Date
  /** How long a statement on the metadata may take; longer than in production by default, because some tests fill tables. */
  metadataTimeoutMs?: number
  /** The disk of the metadata database. */
  metadataDisk?: () => Promise<DiskSpace>
  /** Wraps the metadata. */
  wrapMetadata?: (metadata: Metadata) => Metadata
  /** How often databases are checked, once the test starts the watch. */
  watchTimes?: WatchTimes
  /** Wraps the engine. */
  wrapEngine?: (engine: Engine) => Engine
  /** Wraps the blob store. */
  wrapBlobs?: (blobs: BlobStore) => BlobStore
  /** Wraps the store of the backups. */
  wrapBackups?: (backups: BlobStore) => BlobStore
  /** Whether it learns what other servers on the same resources change. */
  followsOthers?: boolean
  /** Further features, added after the built-in ones. */
  features?: AppDeps['features']
  /** Without it, nothing is logged. */
  logger?: FastifyBaseLogger
  /** Without it, nothing is traced. */
  tracing?: AppDeps['tracing']
}

export type AppFixture = Awaited<ReturnType<typeof openApp>>

/** The resources of one or more servers in succession. */
export async function newBase(): Promise<TestBase & AsyncDisposable> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'basalt-app-'))
  // Instances run as separate users, which must be able to traverse the folder.
  chmodSync(root, 0o711)
  const database = await newMetadataDatabase()
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

/** Ports of this worker's databases and dedicated poolers, below the ephemeral ports of most systems. */
function portRanges() {
  const { first, last } = portsOfWorker({ first: 30_000, last: 32_399 }, 300)
  return {
    BASALT_DB_PORT_RANGE: `${first}-${first + 199}`,
    BASALT_DEDICATED_POOLER_PORT_RANGE: `${first + 200}-${last}`,
  }
}

/** The whole server on given resources, with an engine of real instances, without listening. */
export async function openAppOn(
  { root, databaseUrl, templatesDir, key }: TestBase,
  {
    env = {},
    now,
    metadataTimeoutMs = WAIT_TIMEOUT_MS,
    metadataDisk,
    wrapMetadata,
    watchTimes,
    wrapEngine,
    wrapBlobs,
    wrapBackups,
    logger,
    tracing,
    features,
    followsOthers = false,
  }: Options = {},
) {
  const config = readConfig({ ...portRanges(), BASALT_SIGN_UP: 'open', ...env }, root)
  const pool = openMetadataPool(databaseUrl)
  const client = await pool.connect()
  await migrate(client, METADATA_SCHEMA, metadataMigrations())
  client.release()
  const projectMigrations = readMigrations(path.join(sources, 'project-migrations'))
  const realEngine = await createEmbeddedEngine({
    dataDir: path.join(root, 'instances'),
    templatesDir,
    superuser: 'basalt_admin',
    passwordlessRoles: [USER_ROLE],
    portRange: config.dbPortRange,
    // Nothing in a test run has to survive a loss of power.
    settings: { fsync: 'off' },
    templateSql: migrationScripts(BOOKKEEPING_SCHEMA, projectMigrations),
    tls: readOrMakeIdentity(path.join(root, 'keys')),
    log: () => undefined,
  })
  const engine = wrapEngine?.(realEngine) ?? realEngine
  const realBlobs = await diskBlobStore(path.join(root, 'storage'))
  const blobs = wrapBlobs?.(realBlobs) ?? realBlobs
  const realBackups = await diskBlobStore(path.join(root, 'backups'))
  const backups = wrapBackups?.(realBackups) ?? realBackups
  const setupLink = createSetupLink()
  const changes = countChanges()
  const realMetadata = metadataOver(pool, metadataTimeoutMs, changes.add)
  const metadata = wrapMetadata?.(realMetadata) ?? realMetadata
  const secrets = secretsWith(Buffer.from(key, 'hex'))
  const others = followsOthers ? followSettings(databaseUrl) : undefined
  const built = await buildApp({
    config,
    version: '0.0.0-test',
    metadata,
    metadataChanges: changes.count,
    metadataDisk,
    secrets,
    engine,
    blobs,
    backups,
    backupPlace: path.join(root, 'backups'),
    installation: {
      metadata: undefined,
      dataDir: root,
      key: {
        file: path.join(root, 'keys', 'secrets.key'),
        fingerprint: keyFingerprint(Buffer.from(key, 'hex')),
      },
    },
    receivedDir: path.join(root, 'wal'),
    uploadsDir: path.join(root, 'storage', 'uploads'),
    projectMigrations,
    setupLink,
    ...(now && { now }),
    ...(watchTimes && { watchTimes }),
    ...(logger && { logger }),
    tracing,
    settingsChanges: others,
    ...(features && { features }),
  })
  return {
    ...built,
    config,
    metadata,
    engine,
    blobs,
    /** Where the backups of projects go. */
    backupStore: backups,
    setupLink,
    /** Of the key file. */
    keyFingerprint: keyFingerprint(Buffer.from(key, 'hex')),
    /** The sealed secrets of projects. */
    secretsOf: projectSecrets(metadata, secrets),
    async [Symbol.asyncDispose]() {
      const closing = built.app.close()
      // Otherwise a connection on which the client has sent nothing would be waited for, for a minute.
      built.app.server.closeAllConnections()
      await closing
      await built.webhooks.close()
      await built.lifecycle.close()
      await realEngine.close()
      await others?.close()
      await pool.end()
    },
  }
}

/** An engine whose instances are reached only over TCP, as on another machine. */
export const withoutSockets = (engine: Engine): Engine => {
  const bare = ({ host, port }: Endpoint): Endpoint => ({ host, port })
  return new Proxy(engine, {
    get(target, name) {
      if (name === 'start') return async (id: string) => bare(await target.start(id))
      if (name === 'restart') return async (id: string) => bare(await target.restart(id))
      if (name === 'endpoint')
        return async (id: string) => {
          const endpoint = await target.endpoint(id)
          return endpoint && bare(endpoint)
        }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The whole server on new resources. `env` is the environment that it starts with. */
export async function openApp(env: Record<string, string> = {}, options: Omit<Options, 'env'> = {}) {
  const base = await newBase()
  const fixture = await openAppOn(base, { ...options, env })
  return {
    ...fixture,
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]()
      await base[Symbol.asyncDispose]()
    },
  }
}
