import { z } from 'zod'
import { queryList } from '../../endpoint.ts'
import { entityKinds } from '../../table-editor/entities.rules.ts'
import { objectListQuery, objectPage } from '../database-objects.schema.ts'

export const tableSorts = [
  'name',
  'rows',
  'size',
  'dead_rows',
  'vacuumed_at',
  'analyzed_at',
  'columns',
  'rls',
  'realtime',
] as const

export const TableListQuery = objectListQuery(tableSorts).extend({
  /** All kinds when left out. */
  type: queryList(z.enum(entityKinds)).optional(),
})
export type TableListQuery = z.infer<typeof TableListQuery>

export const ListedTable = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    type: z.enum(entityKinds),
    comment: z.string().nullable(),
    column_count: z.number().int(),
    /** As PostgreSQL counts without looking; null for what has no rows of its own, and when unknown. */
    estimated_rows: z.number().nullable(),
    /** Rows that were deleted or replaced and still take space; null as above. */
    dead_rows: z.number().nullable(),
    /** In bytes; null for what stores nothing, and while another transaction changes the table. */
    size: z.object({ table: z.number(), indexes: z.number(), toast: z.number() }).nullable(),
    /** The last time by hand or by itself; null when it never happened, and when it does not apply. */
    vacuumed_at: z.string().nullable(),
    analyzed_at: z.string().nullable(),
    /** Null for what has no row level security. */
    rls_enabled: z.boolean().nullable(),
    /** Is it in the publication that Realtime reads? */
    is_realtime: z.boolean(),
  })
  .meta({ id: 'ListedTable' })
export type ListedTable = z.infer<typeof ListedTable>

export const TableList = objectPage(ListedTable).meta({ id: 'TableList' })
