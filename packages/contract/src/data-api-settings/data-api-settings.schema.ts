import { z } from 'zod'
import { Text } from '../text.ts'
import {
  isExposable,
  isSearchable,
  MAX_ROWS_MAX,
  MAX_ROWS_MIN,
  POOL_MAX,
  POOL_MIN,
  SCHEMA_NAME_MAX,
  SCHEMAS_MAX,
} from './data-api-settings.rules.ts'

export const DataApiSettings = z
  .object({
    /** Schemas whose tables, views and functions requests may name; the first where a request names none. */
    db_schemas: z.array(z.string()),
    /** Searched for what no schema is named of, after the one of the request. */
    db_extra_search_path: z.array(z.string()),
    /** Rows that one answer holds at most. */
    max_rows: z.number().int(),
    /** Connections to the database at most; null for the product's own choice. */
    db_pool: z.number().int().nullable(),
  })
  .meta({ id: 'DataApiSettings' })
export type DataApiSettings = z.infer<typeof DataApiSettings>

const SchemaName = Text.min(1, 'Name a schema').max(
  SCHEMA_NAME_MAX,
  `A schema's name has at most ${SCHEMA_NAME_MAX} characters`,
)
const schemaList = (isAllowed: (schema: string) => boolean, refusal: string) =>
  z
    .array(SchemaName.refine(isAllowed, refusal))
    .max(SCHEMAS_MAX, `Name at most ${SCHEMAS_MAX} schemas`)
    .refine((names) => new Set(names).size === names.length, 'Name each schema once')

const between = (what: string, min: number, max: number) => {
  const words = `${what} is a whole number between ${min.toLocaleString('en')} and ${max.toLocaleString('en')}`
  return z.number(words).int(words).min(min, words).max(max, words)
}

const fields = {
  db_schemas: schemaList(isExposable, 'This schema is internal and cannot be exposed').min(
    1,
    'Expose at least one schema',
  ),
  db_extra_search_path: schemaList(isSearchable, 'This schema is internal and cannot be searched'),
  max_rows: between('The limit of rows', MAX_ROWS_MIN, MAX_ROWS_MAX),
  db_pool: between('The pool size', POOL_MIN, POOL_MAX).nullable(),
}

/** What the form of the dashboard holds. */
export const DataApiForm = z.strictObject(fields)

/** What is left out stays as it is. */
export const DataApiSettingsChange = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Say what is to be changed')
export type DataApiSettingsChange = z.infer<typeof DataApiSettingsChange>

/** A schema of the project's database. */
export const DatabaseSchema = z.object({
  name: z.string(),
  is_exposable: z.boolean(),
  is_searchable: z.boolean(),
})
export type DatabaseSchema = z.infer<typeof DatabaseSchema>
