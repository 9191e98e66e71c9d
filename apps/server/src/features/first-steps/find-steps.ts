import { type FirstTables, type FoundTable, firstTables } from '@basalt/catalog/first-tables.ts'
import type { TableEvent } from '@basalt/contract/first-steps/first-steps.rules.ts'
import { quoteQualified } from '@basalt/sql/quote.ts'
import pg from 'pg'

/** Neither a table that is locked nor one that begins with millions of dead rows may hold up the others. */
const PROBE_LIMITS = "set lock_timeout = '100ms'; set statement_timeout = '500ms'"

/**
 * The steps that a database shows to have been taken, whoever took them and by whichever way: a table that exists, that
 * has rows, that has row level security. What came and went before is not found. Needs rights past row level security.
 */
export async function findSteps(client: pg.Client): Promise<Map<TableEvent, FoundTable>> {
  const { rows } = await client.query<FirstTables>(firstTables())
  const { created, guarded, filled, occupied } = rows[0]!
  const steps = new Map<TableEvent, FoundTable>()
  if (created) steps.set('table_created', created)
  const withRows = filled ?? (await firstWithRows(client, occupied))
  if (withRows) steps.set('table_data_added', withRows)
  if (guarded) steps.set('table_rls_enabled', guarded)
  return steps
}

async function firstWithRows(client: pg.Client, tables: readonly FoundTable[]) {
  if (tables.length === 0) return undefined
  await client.query(PROBE_LIMITS)
  for (const table of tables) if (await hasRows(client, table)) return table
  return undefined
}

/** False also when it cannot be told in time, or the table is gone. */
async function hasRows(client: pg.Client, { schema, name }: FoundTable): Promise<boolean> {
  try {
    const { rows } = await client.query<{ has: boolean }>(
      `select exists (select from only ${quoteQualified(schema, name)}) as has`,
    )
    return rows[0]!.has
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false
    throw error
  }
}
