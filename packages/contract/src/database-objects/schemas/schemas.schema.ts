import { z } from 'zod'
import { globalListQuery, objectPage } from '../database-objects.schema.ts'

export const SchemaListQuery = globalListQuery(['name'])
export type SchemaListQuery = z.output<typeof SchemaListQuery>

export const ListedSchema = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    owner: z.string(),
  })
  .meta({ id: 'ListedSchema' })
export type ListedSchema = z.infer<typeof ListedSchema>

export const SchemaPage = objectPage(ListedSchema).meta({ id: 'SchemaPage' })
