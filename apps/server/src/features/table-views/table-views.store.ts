import { TABLE_VIEWS_MAX } from '@basalt/contract/table-views/table-views.rules.ts'
import type {
  NewTableView,
  TableView,
  TableViewChange,
} from '@basalt/contract/table-views/table-views.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'

export type TableViewStore = ReturnType<typeof tableViewStore>

const fields = ['id', 'name', 'filter', 'sort'] as const

/** Saved filters and sorts of the tables of projects. */
export const tableViewStore = (metadata: Metadata) => ({
  /** By name. */
  list: (ref: string, { schema, table }: { schema: string; table: string }): Promise<TableView[]> =>
    metadata
      .selectFrom('table_views')
      .select(fields)
      .where('ref', '=', ref)
      .where('schema_name', '=', schema)
      .where('table_name', '=', table)
      .orderBy(sql`lower(name)`)
      .execute(),

  /** Says why when there are too many views of the table, or one with this name. */
  async insert(
    ref: string,
    { schema, table, name, filter, sort }: NewTableView,
  ): Promise<TableView | 'too many' | 'taken'> {
    const { count } = await metadata
      .selectFrom('table_views')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('ref', '=', ref)
      .where('schema_name', '=', schema)
      .where('table_name', '=', table)
      .executeTakeFirstOrThrow()
    if (count >= TABLE_VIEWS_MAX) return 'too many'
    const view = await metadata
      .insertInto('table_views')
      .values({ ref, schema_name: schema, table_name: table, name, filter, sort })
      .onConflict((conflict) => conflict.doNothing())
      .returning(fields)
      .executeTakeFirst()
    return view ?? 'taken'
  },

  /** Says when the name is taken; undefined when there is no such view. */
  async update(ref: string, id: string, change: TableViewChange): Promise<TableView | 'taken' | undefined> {
    try {
      return await metadata
        .updateTable('table_views')
        .set(change)
        .where('ref', '=', ref)
        .where('id', '=', id)
        .returning(fields)
        .executeTakeFirst()
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken'
      throw error
    }
  },

  /** Undefined when there is no such view. */
  remove: (ref: string, id: string): Promise<TableView | undefined> =>
    metadata
      .deleteFrom('table_views')
      .where('ref', '=', ref)
      .where('id', '=', id)
      .returning(fields)
      .executeTakeFirst(),
})
