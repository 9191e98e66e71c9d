import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { entityKinds } from '../table-editor/entities.rules.ts'
import { OID_MAX } from '../table-editor/grid.schema.ts'
import { ENTITY_NAMES_MAX, referentialActions } from './entities.rules.ts'

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

export const EntityDefinition = z
  .object({
    /** SQL that creates the table or view with its partitions. */
    sql: z.string(),
  })
  .meta({ id: 'EntityDefinition' })
export type EntityDefinition = z.infer<typeof EntityDefinition>

export const Relationship = z
  .object({
    /** Of the foreign key. */
    name: z.string(),
    /** Of the table that was asked about. */
    columns: z.array(z.string()),
    /** The table at the other end. */
    table: z.object({ id: z.number().int(), schema: z.string(), name: z.string() }),
    table_columns: z.array(z.string()),
    /** As in pg_constraint: a no action, r restrict, c cascade, n set null, d set default. */
    on_update: z.enum(referentialActions),
    on_delete: z.enum(referentialActions),
    /** False when existing rows were not checked. */
    is_validated: z.boolean(),
  })
  .meta({ id: 'Relationship' })
export type Relationship = z.infer<typeof Relationship>

export const Relationships = z
  .object({
    /** Foreign keys of this table. */
    references: z.array(Relationship),
    /** Foreign keys of other tables, and of this one, that refer to this table. */
    referenced_by: z.array(Relationship),
  })
  .meta({ id: 'Relationships' })
export type Relationships = z.infer<typeof Relationships>
