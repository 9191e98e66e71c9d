import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { SCHEMA_NAME_BYTES_MAX } from '../schemas/schemas.rules.ts'
import { OID_MAX } from '../table-editor/grid.schema.ts'
import { Text } from '../text.ts'
import { PG_META_ROWS_MAX, PG_META_SCHEMAS_MAX } from './pg-meta.rules.ts'

/** The query parameters of the lists, as clients of the public postgres-meta API send them. */

const Flag = z.stringbool()

const SchemaNames = queryList(
  Text.max(SCHEMA_NAME_BYTES_MAX, `A schema’s name has at most ${SCHEMA_NAME_BYTES_MAX} characters`),
)
  .transform((names) => names.filter((name) => name !== ''))
  .refine((names) => names.length <= PG_META_SCHEMAS_MAX, `Name at most ${PG_META_SCHEMAS_MAX} schemas`)

export const PageQuery = z.object({
  /** The most objects to return; all by default. */
  limit: z.coerce.number<string>().int().min(1).max(PG_META_ROWS_MAX).optional(),
  /** Objects to skip, in the order of their ids. */
  offset: z.coerce.number<string>().int().min(0).max(PG_META_ROWS_MAX).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

export const SelectionQuery = PageQuery.extend({
  /** Only these schemas, including PostgreSQL's own ones that are named. */
  included_schemas: SchemaNames.optional(),
  /** All schemas but these; ignored with `included_schemas`. */
  excluded_schemas: SchemaNames.optional(),
  /** Also `pg_catalog`, `information_schema` and `pg_toast`. */
  include_system_schemas: Flag.default(false),
})
export type SelectionQuery = z.infer<typeof SelectionQuery>

export const RelationsQuery = SelectionQuery.extend({
  /** Whether each has its columns. */
  include_columns: Flag.default(true),
})
export type RelationsQuery = z.infer<typeof RelationsQuery>

export const MaterializedViewsQuery = RelationsQuery.extend({ include_columns: Flag.default(false) })

export const TypesQuery = SelectionQuery.extend({
  /** Also the array type of each type. */
  include_array_types: Flag.default(false),
})
export type TypesQuery = z.infer<typeof TypesQuery>

export const RolesQuery = PageQuery.extend({
  /** Also PostgreSQL's predefined roles, such as `pg_monitor`. */
  include_default_roles: Flag.default(false),
})
export type RolesQuery = z.infer<typeof RolesQuery>

/** An object's oid. */
export const MetaId = z.coerce.number<string>().int().min(1).max(OID_MAX)

export const MetaParams = ProjectParams.extend({ oid: MetaId })

/** `oid of the table.number of the column` */
export const ColumnId = z
  .string()
  .regex(/^[1-9]\d{0,9}\.[1-9]\d{0,3}$/, 'Name a column by the oid of its table, a dot and its number')
