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
    /** Schemas whose tables, views and functions requests may use; the first is the default. */
    db_schemas: z.array(z.string()),
    /** Searched for unqualified names, after the schema of the request. */
    db_extra_search_path: z.array(z.string()),
    /** The most rows in one response. */
    max_rows: z.number().int(),
    /** The most connections to the database; null for the default. */
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
  max_rows: between('The row limit', MAX_ROWS_MIN, MAX_ROWS_MAX),
  db_pool: between('The pool size', POOL_MIN, POOL_MAX).nullable(),
}

/** The values of the dashboard's form. */
export const DataApiForm = z.strictObject(fields)

/** Omitted fields stay unchanged. */
export const DataApiSettingsChange = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type DataApiSettingsChange = z.infer<typeof DataApiSettingsChange>

/** A schema of the project's database. */
export const DatabaseSchema = z.object({
  name: z.string(),
  is_exposable: z.boolean(),
  is_searchable: z.boolean(),
})
export type DatabaseSchema = z.infer<typeof DatabaseSchema>
