import { createHash } from 'node:crypto'
import type { MergedTable } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import type { RowChange } from '@basalt/merge/rows/row-changes.ts'

export interface ChangedTable {
  readonly table: MergedTable
  readonly changes: readonly Pick<RowChange, 'key' | 'branch'>[]
}

/**
 * A digest of what a branch wants to merge: the SQL, and the rows of the chosen tables as the branch has them. An approval is of
 * such a content, so that it does not count for what is done to the branch afterwards. Rows of the target are not part of it:
 * production goes on.
 */
export function contentOf(statements: readonly string[], tables: readonly ChangedTable[]): string {
  const hash = createHash('sha256').update(JSON.stringify(statements))
  const named = tables.map(({ table: { schema, name }, changes }) => ({
    table: JSON.stringify([schema, name]),
    rows: changes.map(({ key, branch }) => JSON.stringify([key, branch ?? null])).sort(),
  }))
  for (const { table, rows } of named.sort((one, other) => (one.table < other.table ? -1 : 1)))
    hash.update(`\n${table}\n${rows.join('\n')}`)
  return hash.digest('base64url')
}
