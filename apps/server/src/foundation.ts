import path from 'node:path'
import { FIRST_INSTANCE_UID } from '@basalt/postgres-supervisor/account/accounts.ts'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import pino from 'pino'
import type { Config } from './config.ts'
import { serverLogFile } from './data-dir.ts'
import type { EarlyStart } from './early-start.ts'
import { METADATA_STATEMENT_TIMEOUT_MS } from './platform/metadata/metadata.rules.ts'
import {
  countChanges,
  METADATA_SCHEMA,
  metadataOver,
  openMetadataPool,
} from './platform/metadata/metadata.ts'
import { METADATA_SUPERUSER, startMetadataInstance } from './platform/metadata/metadata-instance.ts'
import { migrate, readMigrations } from './platform/metadata/migrations.ts'
import { followSettings } from './platform/metadata/settings-changes.ts'
import { readOrMakeKey } from './platform/secrets/secrets.ts'
import { openServerLog } from './platform/server-log.ts'
import type { Shutdown } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'

/** User id of the metadata database, below those of the projects' databases. */
const METADATA_UIDS = { first: FIRST_INSTANCE_UID - 1, last: FIRST_INSTANCE_UID - 1 }

export type Foundation = Awaited<ReturnType<typeof openFoundation>>

/**
 * Opens what the rest of the program needs to start: the log, the key and the metadata database. PostgreSQL starts in
 * separate processes while the rest of the program is loading.
 * Throws StartError with a one-line message for people.
 */
export async function openFoundation(
  config: Config,
  shutdown: Shutdown,
  { dataDir }: Pick<EarlyStart, 'dataDir'>,
) {
  const log = openServerLog(serverLogFile(dataDir.path))
  shutdown.add('log', () => log.close())
  process.on('exit', log.flushSync)
  const logger = pino({ level: 'info' }, log)
  const key = readOrMakeKey(dataDir.path)
  const {
    metadata,
    changes: metadataChanges,
    disk: metadataDisk,
    login: metadataLogin,
    settings: settingsChanges,
  } = await openMetadata({
    config,
    dataDir: dataDir.path,
    key,
    logger,
    shutdown,
  })
  return { logger, key, metadata, metadataChanges, metadataDisk, metadataLogin, settingsChanges }
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
  const { url, disk, login } = config.metadataUrl
    ? { url: config.metadataUrl, disk: undefined, login: undefined }
    : await embeddedMetadata(opening)
  const pool = openMetadataPool(url)
  shutdown.add('metadata queries', () => pool.end())
  const client = await pool.connect().catch((cause: Error) => {
    throw new StartError(
      `The metadata database does not answer (${cause.message}). Check BASALT_METADATA_URL.`,
      { cause },
    )
  })
  try {
    await migrate(client, METADATA_SCHEMA, readMigrations(path.join(import.meta.dirname, 'migrations')))
  } finally {
    client.release()
  }
  const settings = followSettings(url)
  shutdown.add('changes of settings', () => settings.close())
  const changes = countChanges()
  return {
    metadata: metadataOver(pool, METADATA_STATEMENT_TIMEOUT_MS, changes.add),
    changes: changes.count,
    disk,
    login,
    settings,
  }
}

/** Opens the engine that runs the metadata database alone. */
export const openMetadataEngine = (
  { dedicatedPortRange: portRange }: Config,
  dataDir: string,
  log: (line: string) => void,
) =>
  createEmbeddedEngine({
    dataDir: path.join(dataDir, 'metadata'),
    superuser: METADATA_SUPERUSER,
    portRange,
    uids: METADATA_UIDS,
    log,
  })

async function embeddedMetadata({ config, dataDir, key, logger, shutdown }: Opening) {
  const engine = await openMetadataEngine(config, dataDir, (line) => logger.info(line))
  shutdown.add('the metadata database', () => engine.close())
  return { ...(await startMetadataInstance(engine, key)), disk: () => engine.disk() }
}
