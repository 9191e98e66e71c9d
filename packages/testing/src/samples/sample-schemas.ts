import { readFileSync } from 'node:fs'
import path from 'node:path'

const read = (name: string) => ({
  name,
  sql: readFileSync(path.join(import.meta.dirname, `${name}.sql`), 'utf8'),
})

/** Schemas as applications have them, each in a schema of its name. */
export const sampleSchemas = ['shop', 'ticketing', 'saas'].map(read)
