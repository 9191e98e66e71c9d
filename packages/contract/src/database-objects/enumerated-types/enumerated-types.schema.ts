import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { Text } from '../../text.ts'
import { ENUMERATED_VALUES_MAX } from '../database-objects.rules.ts'
import {
  changesOf,
  columnsOfType,
  objectFacts,
  objectListQuery,
  objectPage,
} from '../database-objects.schema.ts'

/** Longer names and values are refused beside their field. */
const Name = Text.max(1000)

export const EnumeratedTypeListQuery = objectListQuery(['name'])
export type EnumeratedTypeListQuery = z.output<typeof EnumeratedTypeListQuery>

export const ListedEnumeratedType = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    comment: z.string().nullable(),
    /** The first ones, in order. */
    values: z.array(z.string()),
    value_count: z.number().int(),
  })
  .meta({ id: 'ListedEnumeratedType' })
export type ListedEnumeratedType = z.infer<typeof ListedEnumeratedType>

export const EnumeratedTypePage = objectPage(ListedEnumeratedType).meta({ id: 'EnumeratedTypePage' })

/** An enumerated type as a form has it. */
export const EnumeratedTypeDraft = z
  .strictObject({
    schema: SchemaName,
    name: Name,
    comment: Text.max(100_000).nullable(),
    /** In order. `was` is the value that exists; null for a new one. */
    values: z.array(z.strictObject({ was: Name.nullable(), value: Name })).max(ENUMERATED_VALUES_MAX),
  })
  .meta({ id: 'EnumeratedTypeDraft' })
export type EnumeratedTypeDraft = z.infer<typeof EnumeratedTypeDraft>

export const EnumeratedType = z
  .object({ ...objectFacts, draft: EnumeratedTypeDraft, ...columnsOfType })
  .meta({ id: 'EnumeratedType' })
export type EnumeratedType = z.infer<typeof EnumeratedType>

export const EnumeratedTypeChange = changesOf('enumerated_type', EnumeratedTypeDraft)
