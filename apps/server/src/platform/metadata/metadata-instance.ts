import { hkdfSync } from 'node:crypto'
import type { Engine, RestoreOptions } from '@basalt/postgres-supervisor/engine.ts'

const INSTANCE = 'metadata'
export const METADATA_SUPERUSER = 'basalt_admin'

/** Derived from the key file, so that there is only one secret to store. */
const passwordFrom = (key: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, '', 'metadata superuser', 24)).toString('base64url')

/** Makes the stopped metadata database from a backup of one. Throws as the engine does. */
export const restoreMetadataInstance = (
  engine: Engine,
  key: Buffer,
  options: Omit<RestoreOptions, 'superuserPassword'>,
) => engine.restore(INSTANCE, { ...options, superuserPassword: passwordFrom(key) })

/** Starts the embedded metadata database, creating it the first time, and returns its URL and how to log in to it. */
export async function startMetadataInstance(engine: Engine, key: Buffer) {
  const password = passwordFrom(key)
  if (!(await engine.exists(INSTANCE))) await engine.create(INSTANCE, { superuserPassword: password })
  const { host, port } = await engine.start(INSTANCE)
  return {
    url: `postgresql://${METADATA_SUPERUSER}:${password}@${host}:${port}/postgres`,
    login: { host, port, user: METADATA_SUPERUSER, password },
  }
}
