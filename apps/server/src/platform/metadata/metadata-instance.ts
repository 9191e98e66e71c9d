import { hkdfSync } from 'node:crypto'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'

const INSTANCE = 'metadata'
export const METADATA_SUPERUSER = 'basalt_admin'

/**
 * Starts the embedded metadata database, creating it the first time, and returns its URL. Its password is derived from
 * the key file, so that there is only one secret to store.
 */
export async function startMetadataInstance(engine: Engine, key: Buffer) {
  const password = Buffer.from(hkdfSync('sha256', key, '', 'metadata superuser', 24)).toString('base64url')
  if (!(await engine.exists(INSTANCE))) await engine.create(INSTANCE, { superuserPassword: password })
  const { host, port } = await engine.start(INSTANCE)
  return `postgresql://${METADATA_SUPERUSER}:${password}@${host}:${port}/postgres`
}
