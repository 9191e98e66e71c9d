import path from 'node:path'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { METADATA_SCHEMA } from '../platform/metadata/metadata.ts'
import { migrate, readMigrations } from '../platform/metadata/migrations.ts'

export const metadataMigrations = () => readMigrations(path.join(import.meta.dirname, '..', 'migrations'))

let preparing: Promise<string> | undefined

/** An empty database with all migrations of the metadata: a copy of one that each worker of a test run creates. */
export async function newMetadataDatabase() {
  preparing ??= makeTemplate()
  return createThrowawayDatabase({ template: await preparing })
}

/** Returns the name of the template. */
async function makeTemplate() {
  const { url } = await createThrowawayDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await migrate(client, METADATA_SCHEMA, metadataMigrations())
  } finally {
    await client.end()
  }
  return new URL(url).pathname.slice(1)
}
