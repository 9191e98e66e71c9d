import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { Text } from '../../text.ts'
import { ATTRIBUTES_MAX } from '../database-objects.rules.ts'
import {
  changesOf,
  columnsOfType,
  objectFacts,
  objectListQuery,
  objectPage,
} from '../database-objects.schema.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)

export const CompositeTypeListQuery = objectListQuery(['name'])

export const ListedCompositeType = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    comment: z.string().nullable(),
    /** The first ones, in order. */
    attributes: z.array(z.object({ name: z.string(), type: z.string() })),
    attribute_count: z.number().int(),
  })
  .meta({ id: 'ListedCompositeType' })
export type ListedCompositeType = z.infer<typeof ListedCompositeType>

export const CompositeTypePage = objectPage(ListedCompositeType).meta({ id: 'CompositeTypePage' })

/** A composite type as a form has it. */
export const CompositeTypeDraft = z
  .strictObject({
    schema: SchemaName,
    name: Name,
    comment: Text.max(100_000).nullable(),
    attributes: z
      .array(
        z.strictObject({
          /** The attribute that exists; null for a new one. New ones come last. */
          was: Name.nullable(),
          name: Name,
          /** As SQL writes it. */
          type: Text.max(1000),
          /** As SQL writes it; null for that of the type. */
          collation: Text.max(1000).nullable(),
        }),
      )
      .max(ATTRIBUTES_MAX),
  })
  .meta({ id: 'CompositeTypeDraft' })
export type CompositeTypeDraft = z.infer<typeof CompositeTypeDraft>

export const CompositeType = z
  .object({ ...objectFacts, draft: CompositeTypeDraft, ...columnsOfType })
  .meta({ id: 'CompositeType' })
export type CompositeType = z.infer<typeof CompositeType>

export const CompositeTypeChange = changesOf('composite_type', CompositeTypeDraft)
