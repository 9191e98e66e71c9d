import type { ImportReport } from '@basalt/contract/database-import/database-import.schema.ts'
import { quoteQualified } from '@basalt/sql/quote.ts'
import type pg from 'pg'

/**
 * The tables of the role that is set, with the number of their rows, by schema and name. The schema of its name has what
 * the import needs for itself.
 */
export async function countedTables(client: pg.Client): Promise<ImportReport['tables']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname <> current_user and c.relowner = current_user::pg_catalog.regrole order by 1, 2`,
  )
  const tables: ImportReport['tables'] = []
  for (const { schema, name } of rows) {
    const { rows: counted } = await client.query<{ rows: number }>(
      `select pg_catalog.count(*)::float8 as rows from only ${quoteQualified(schema, name)}`,
    )
    tables.push({ schema, name, rows: counted[0]!.rows })
  }
  return tables
}
