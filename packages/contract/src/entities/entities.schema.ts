import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { entityKinds } from '../table-editor/entities.rules.ts'
import { OID_MAX } from '../table-editor/grid.schema.ts'
import { ENTITY_NAMES_MAX } from './entities.rules.ts'

/** What a tab or a link says of a table or view. */
export const EntityName = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    schema: z.string(),
    name: z.string(),
    /** As in pg_class: r table, v view, m materialized view, f foreign table, p partitioned table. */
    type: z.enum(entityKinds),
  })
  .meta({ id: 'EntityName' })
export type EntityName = z.infer<typeof EntityName>

export const EntityNamesQuery = z.object({
  /** Oids. Those of relations that do not exist are left out of the answer. */
  id: queryList(z.string().regex(/^[1-9]\d{0,9}$/, 'Name tables by their oid')).pipe(
    z.array(z.coerce.number<string>().int().max(OID_MAX)).min(1).max(ENTITY_NAMES_MAX),
  ),
})
