import { randomBytes } from 'node:crypto'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import type { EmbeddedEngineOptions } from '@basalt/postgres-supervisor/embedded/embedded-options.ts'
import pg from 'pg'
import { newDataDir, removeDataDir } from '../real-server.ts'
import { OWN_PORT_RANGE, SUPERUSER } from './server.rules.ts'

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>

/**
 * A PostgreSQL for one caller, whose rows can be changed directly while a server has its metadata there. It encrypts
 * connections if it gets a certificate.
 */
export async function startOwnPostgres({
  tls,
  ...options
}: Pick<EmbeddedEngineOptions, 'settings' | 'templatesDir' | 'tls'> = {}) {
  const dataDir = newDataDir()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: SUPERUSER,
    portRange: OWN_PORT_RANGE,
    log: () => undefined,
    ...options,
    ...(tls && { tls, tlsWhereShared: tls }),
  })
  const password = randomBytes(18).toString('base64url')
  await engine.create('own', { superuserPassword: password })
  const { host, port } = await engine.start('own')
  const url = `postgres://${SUPERUSER}:${password}@${host}:${port}/postgres`
  const client = new pg.Client({ connectionString: url, options: '-c search_path=basalt' })
  await client.connect()
  return {
    url,
    /** Runs a statement in the schema of the metadata. */
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    async close() {
      await client.end()
      await engine.close()
      removeDataDir(dataDir)
    },
  }
}
