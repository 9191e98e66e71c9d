import { z } from 'zod'
import { SchemaName } from '../api-docs/client-types.schema.ts'
import { queryList } from '../endpoint.ts'
import { Text } from '../text.ts'
import { ENTITIES_PAGE_SIZE, ENTITY_SEARCH_MAX, entityExposures, entityKinds } from './entities.rules.ts'

/** A relation that can be opened as a grid. */
export const Entity = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    schema: z.string(),
    name: z.string(),
    /** As in pg_class: r table, v view, m materialized view, f foreign table, p partitioned table. */
    type: z.enum(entityKinds),
    comment: z.string().nullable(),
    /** False for what cannot have row level security, such as a view. */
    rls_enabled: z.boolean(),
    /** Why anon or authenticated reach its rows without a policy; null when they do not. */
    exposure: z.enum(entityExposures).nullable(),
  })
  .meta({ id: 'Entity' })
export type Entity = z.infer<typeof Entity>

export const EntityPage = z
  .object({
    entities: z.array(Entity),
    /** How many match on all pages. */
    count: z.number().int(),
    /** For the `cursor` of the next page; null on the last one. */
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'EntityPage' })
export type EntityPage = z.infer<typeof EntityPage>

export const EntityQuery = z.object({
  schema: SchemaName.default('public'),
  /** Part of the name, in either case. */
  search: Text.max(ENTITY_SEARCH_MAX, `Search for at most ${ENTITY_SEARCH_MAX} characters`).default(''),
  sort: z.enum(['alphabetical', 'type']).default('alphabetical'),
  /** All kinds when left out. */
  type: queryList(z.enum(entityKinds)).optional(),
  limit: z.coerce.number().int().min(1).max(ENTITIES_PAGE_SIZE).default(ENTITIES_PAGE_SIZE),
  cursor: z
    .string()
    .max(300)
    .regex(/^[rvmfp]\../s, 'Send the next_cursor of the page before')
    .optional(),
})
export type EntityQuery = z.infer<typeof EntityQuery>
