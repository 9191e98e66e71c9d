import path from 'node:path'
import { startGatewayProcess } from '@basalt/postgres-gateway/process/gateway-process.ts'
import type { FastifyListenOptions } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { EarlyStart } from './early-start.ts'
import { createSetupLink } from './features/access/setup-link.ts'
import { openPoolers } from './features/poolers/open-poolers.ts'
import { readOrMakeIdentity } from './features/poolers/tls-identity.ts'
import type { Foundation } from './foundation.ts'
import { watchConnections } from './http/connections.ts'
import { ephemeralNotices } from './platform/ephemeral-ports.ts'
import { hashPassword } from './platform/secrets/passwords.ts'
import { nextSecret } from './platform/secrets/project-secrets.ts'
import { keyFileIn, keyFingerprint, secretsWith } from './platform/secrets/secrets.ts'
import { checkSecretsKey } from './platform/secrets/secrets-check.ts'
import type { Shutdown } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { measuredBy } from './platform/tracing/spans.ts'
import { openProjectEngine, readProjectMigrations } from './project-engine.ts'
import { backupPlace, openBackups, openFiles } from './stores.ts'

/**
 * Opens everything else in order, registers with `shutdown` how to close it, and takes over the port.
 * Throws StartError with a one-line message for people when something outside the program is in the way.
 */
export async function start(
  config: Config,
  version: string,
  shutdown: Shutdown,
  early: EarlyStart,
  foundation: Foundation,
) {
  const { address } = early
  const { path: dataDir, notice } = early.dataDir
  const { logger, key, metadata, metadataChanges, metadataDisk, metadataLogin, settingsChanges } = foundation
  const secrets = secretsWith(key)
  await checkSecretsKey(metadata, secrets)

  const tracing = config.tracing && (await openTraces(config.tracing, version, logger))
  if (tracing) shutdown.add('traces', () => tracing.close())

  const tls = readOrMakeIdentity(path.join(dataDir, 'keys'))
  const projectMigrations = readProjectMigrations()
  const superuserPassword = nextSecret()
  const engine = await openProjectEngine(config, dataDir, {
    projectMigrations,
    nextSuperuserPassword: superuserPassword.peek,
    log: (line) => logger.info(line),
  })
  shutdown.add('the databases of the projects', () => engine.close())

  const blobs = await openFiles(config, dataDir)
  const setupLink = createSetupLink()
  const { app, users, poolers, lifecycle, webhooks, prepare, startFeatures } = await buildApp({
    config,
    version,
    metadata,
    metadataChanges,
    metadataDisk,
    settingsChanges,
    secrets,
    engine,
    blobs,
    backups: await openBackups(config, dataDir, { key, isSealing: config.encryptsBackups }),
    backupPlace: backupPlace(config, dataDir),
    installation: {
      metadata: metadataLogin,
      dataDir,
      key: { file: keyFileIn(dataDir), fingerprint: keyFingerprint(key) },
    },
    receivedDir: path.join(dataDir, 'wal'),
    uploadsDir: path.join(dataDir, 'storage', 'uploads'),
    projectMigrations,
    setupLink,
    superuserPassword,
    logger,
    tracing,
  })
  shutdown.add('unfinished work on projects', () => lifecycle.close())
  shutdown.add('webhook deliveries', () => webhooks.close())
  const connections = watchConnections(app.server)
  shutdown.add('requests in progress', async () => {
    const closing = app.close()
    connections.drain()
    await closing
  })

  if (config.owner && !(await users.hasAny()))
    await users.createFirst(config.owner.email.toLowerCase(), await hashPassword(config.owner.password))
  await lifecycle.markStopped()
  await prepare()
  const handle = early.server.handOver()
  await app.listen({ host: config.host, port: config.port, handle } as FastifyListenOptions)
  // Not awaited: databases start while the poolers open, which learn of those that are ready once they listen.
  const resumed = lifecycle.resume()
  resumed.catch((error) => logger.error(error, 'Resuming projects failed'))
  const gateway = await openPoolers({
    host: config.host,
    ports: config.poolerPorts,
    tls,
    resolve: tracing
      ? (login) =>
          measuredBy(tracing.begin('pooler login', { 'basalt.pooler.mode': login.mode }, {}), () =>
            poolers.resolve(login),
          )
      : poolers.resolve,
    onLogin: poolers.onLogin,
    log: (line) => logger.info(line),
    run: startGatewayProcess,
  }).catch((cause: Error) => {
    throw new StartError(
      `The poolers cannot listen (${cause.message}). Set BASALT_SESSION_POOLER_PORT and BASALT_TRANSACTION_POOLER_PORT to free ports above 1023.`,
      { cause },
    )
  })
  await poolers.attach(gateway)
  shutdown.add('clients of the poolers', () => gateway.close())
  logger.info(gateway.ports, 'The poolers listen')
  startFeatures(resumed)

  const portNotices = ephemeralNotices(config)
  for (const line of portNotices) logger.warn(line)
  const isSetupRequired = config.edition === 'platform' && !(await users.hasAny())
  return {
    address,
    // Writes from any other origin are refused, so the link leads to the public one.
    setupUrl: isSetupRequired
      ? new URL(`/setup#token=${setupLink.token}`, config.publicUrl ?? address).href
      : undefined,
    notices: [
      ...(notice ? [notice] : []),
      ...portNotices,
      (await engine.canShareBlocks())
        ? 'Branches share the disk blocks of their source until they change.'
        : 'Branches take as much disk as their source: this file system cannot share blocks.',
    ],
  }
}

/** Loads OpenTelemetry only where traces are wanted. */
async function openTraces(
  settings: NonNullable<Config['tracing']>,
  version: string,
  logger: Foundation['logger'],
) {
  const { openTracing } = await import('./platform/tracing/tracing.ts')
  return openTracing(settings, {
    version,
    onFailed: (err) => logger.warn({ err }, 'Traces cannot be sent to the endpoint of OpenTelemetry'),
  })
}
