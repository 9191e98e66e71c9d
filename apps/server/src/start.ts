import path from 'node:path'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import { LOOPBACK } from '@basalt/postgres-supervisor/cluster/access-rules.ts'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import pino from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openDataDir, serverLogFile } from './data-dir.ts'
import { createSetupLink } from './features/access/setup-link.ts'
import { openPoolers } from './features/poolers/open-poolers.ts'
import { readOrMakeIdentity } from './features/poolers/tls-identity.ts'
import { watchConnections } from './http/connections.ts'
import { EVERY_ADDRESS } from './http/reachable-host.ts'
import { lockDataDir } from './platform/data-dir-lock.ts'
import { METADATA_SCHEMA, metadataOver, openMetadataPool } from './platform/metadata/metadata.ts'
import { METADATA_SUPERUSER, startMetadataInstance } from './platform/metadata/metadata-instance.ts'
import { migrate, migrationScripts, readMigrations } from './platform/metadata/migrations.ts'
import { hashPassword } from './platform/secrets/passwords.ts'
import { comingSecret } from './platform/secrets/project-secrets.ts'
import { readOrMakeKey, secretsWith } from './platform/secrets/secrets.ts'
import { checkSecretsKey } from './platform/secrets/secrets-check.ts'
import type { Shutdown } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'

/** Of databases, where the server itself listens on every address. */
const ON_EVERY_ADDRESS = { ipv4: '0.0.0.0', ipv6: '::' }

const TIDY_EVERY_MS = 60 * 60 * 1000

const here = import.meta.dirname

/**
 * Opens everything in order, registering how to close each with `shutdown`, and listens.
 * Throws StartError with one line for people when something outside the program is in the way.
 */
export async function start(config: Config, version: string, shutdown: Shutdown) {
  const { path: dataDir, notice } = await openDataDir(config.dataDir)
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  const lock = await lockDataDir(dataDir, address)
  shutdown.add('data directory lock', lock.release)
  const logger = pino({ level: 'info' }, pino.destination({ dest: serverLogFile(dataDir), sync: false }))
  const key = readOrMakeKey(dataDir)
  const secrets = secretsWith(key)

  const metadata = await openMetadata({ config, dataDir, key, logger, shutdown })
  await checkSecretsKey(metadata, secrets)

  const tls = readOrMakeIdentity(path.join(dataDir, 'keys'))
  const projectMigrations = readMigrations(path.join(here, 'project-migrations'))
  const superuserPassword = comingSecret()
  const engine = await createEmbeddedEngine({
    dataDir: path.join(dataDir, 'instances'),
    superuser: METADATA_SUPERUSER,
    portRange: config.dbPortRange,
    templateSql: migrationScripts(BOOKKEEPING_SCHEMA, projectMigrations),
    nextSuperuserPassword: superuserPassword.look,
    addresses: EVERY_ADDRESS.includes(config.host) ? ON_EVERY_ADDRESS : LOOPBACK,
    tls,
    log: (line) => logger.info(line),
  })
  shutdown.add('instances', () => engine.close())

  const blobs = await openBlobs(config, dataDir)
  const setupLink = createSetupLink()
  const { app, lifecycle, prepare, tidy, usage, idle, users, releases, webhooks, poolers } = await buildApp({
    config,
    version,
    metadata,
    secrets,
    engine,
    blobs,
    uploadsDir: path.join(dataDir, 'storage', 'uploads'),
    projectMigrations,
    ...{ setupLink, superuserPassword, logger },
  })
  shutdown.add('lifecycle', () => lifecycle.close())
  shutdown.add('webhooks', () => webhooks.close())
  const connections = watchConnections(app.server)
  shutdown.add('http', async () => {
    const closing = app.close()
    connections.letGo()
    await closing
  })

  if (config.owner && !(await users.hasAny()))
    await users.createFirst(config.owner.email.toLowerCase(), await hashPassword(config.owner.password))
  await lifecycle.markStopped()
  usage.start()
  await prepare()
  await listen(() => app.listen({ host: config.host, port: config.port }), config)
  void webhooks.wake()
  const gateway = await openPoolers({
    host: config.host,
    ports: config.poolerPorts,
    tls,
    resolve: poolers.resolve,
    onLogin: poolers.onLogin,
    log: (line) => logger.info(line),
  }).catch((cause: Error) => {
    throw new StartError(
      `The poolers cannot listen (${cause.message}). Set BASALT_SESSION_POOLER_PORT and BASALT_TRANSACTION_POOLER_PORT to free ports above 1023.`,
      { cause },
    )
  })
  await poolers.attach(gateway)
  shutdown.add('poolers', () => gateway.close())
  logger.info(gateway.ports, 'The poolers listen')
  idle.start()
  releases.start()
  shutdown.add('release watch', releases.close)
  const tidyUp = () => void tidy().catch((error) => logger.error(error, 'Tidying up failed'))
  void lifecycle
    .resume()
    .then(tidyUp)
    .catch((error) => logger.error(error, 'Resuming projects failed'))
  const tidying = setInterval(tidyUp, TIDY_EVERY_MS)
  shutdown.add('tidying', () => clearInterval(tidying))

  const isSetupRequired = config.edition === 'platform' && !(await users.hasAny())
  return {
    address,
    setupUrl: isSetupRequired ? `${address}/setup#token=${setupLink.token}` : undefined,
    notice,
  }
}

async function openBlobs({ s3 }: Config, dataDir: string) {
  if (!s3) return diskBlobStore(path.join(dataDir, 'storage'))
  // The client of S3 is large, and most installations keep files on their own disk.
  const { openS3BlobStore } = await import('@basalt/object-store/s3-blob-store.ts')
  return openS3BlobStore(s3)
}

interface Opening {
  config: Config
  dataDir: string
  key: Buffer
  logger: pino.Logger
  shutdown: Shutdown
}

async function openMetadata(opening: Opening) {
  const { config, shutdown } = opening
  const url = config.metadataUrl ?? (await embeddedMetadata(opening))
  const pool = openMetadataPool(url)
  shutdown.add('metadata pool', () => pool.end())
  const client = await pool.connect().catch((cause: Error) => {
    throw new StartError(
      `The metadata database does not answer (${cause.message}). Check BASALT_METADATA_URL.`,
      { cause },
    )
  })
  try {
    await migrate(client, METADATA_SCHEMA, readMigrations(path.join(here, 'migrations')))
  } finally {
    client.release()
  }
  return metadataOver(pool)
}

async function embeddedMetadata({ config, dataDir, key, logger, shutdown }: Opening) {
  const engine = await createEmbeddedEngine({
    dataDir: path.join(dataDir, 'metadata'),
    superuser: METADATA_SUPERUSER,
    portRange: config.dbPortRange,
    log: (line) => logger.info(line),
  })
  shutdown.add('metadata instance', () => engine.close())
  return startMetadataInstance(engine, key)
}

async function listen(attempt: () => Promise<unknown>, { host, port }: Config) {
  try {
    await attempt()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is taken by another program. Start with another one: BASALT_PORT=${port + 1} npm start`,
      )
    if (code === 'EACCES')
      throw new StartError(
        `Port ${port} needs more rights than this user has. Set BASALT_PORT to 1024 or higher.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(
        `BASALT_HOST ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`,
      )
    throw cause
  }
}
