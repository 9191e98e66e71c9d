import { z } from 'zod'
import { SCHEMA_NAME_MAX, SCHEMAS_MAX } from '../data-api-settings/data-api-settings.rules.ts'
import { queryList } from '../endpoint.ts'
import { Text } from '../text.ts'

export const SchemaName = Text.min(1, 'Name a schema').max(
  SCHEMA_NAME_MAX,
  `A schema's name has at most ${SCHEMA_NAME_MAX} characters`,
)

export const ClientTypesQuery = z.object({
  /** Schemas to generate types for; defaults to those that the Data API exposes. */
  included_schemas: queryList(SchemaName)
    .refine((names) => names.length <= SCHEMAS_MAX, `Name at most ${SCHEMAS_MAX} schemas`)
    .optional(),
})

export const GeneratedTypesQuery = ClientTypesQuery.extend({
  /** Schemas to leave out. */
  excluded_schemas: queryList(SchemaName).optional(),
})

export const ClientTypes = z
  .object({
    /** The text of `database.types.ts`. */
    types: z.string(),
  })
  .meta({ id: 'ClientTypes' })
export type ClientTypes = z.infer<typeof ClientTypes>
