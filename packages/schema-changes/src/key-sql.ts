import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { parenthesized } from './sql-fragments.ts'
import type { Clause, TableLock } from './statement.ts'
import type { ForeignKeyDraft, ReferentialAction } from './table-draft.ts'

export const columnList = (columns: readonly string[]) => `(${columns.map(quoteIdentifier).join(', ')})`

const actionSql = (event: 'update' | 'delete', action: ReferentialAction) =>
  action === 'no action' ? '' : ` on ${event} ${action}`

export const foreignKeySql = ({ columns, target, on_update, on_delete }: ForeignKeyDraft) =>
  `foreign key ${columnList(columns)} references ${quoteQualified(target.schema, target.name)} ${columnList(target.columns)}${actionSql('update', on_update)}${actionSql('delete', on_delete)}`

export const targetLock = ({ target }: ForeignKeyDraft): TableLock => ({
  relation: { schema: target.schema, name: target.name },
  mode: 'SHARE ROW EXCLUSIVE',
})

export const primaryKeySql = (columns: readonly string[]) => `primary key ${columnList(columns)}`
export const uniqueSql = (columns: readonly string[]) => `unique ${columnList(columns)}`
export const checkSql = (expression: string) => `check ${parenthesized(expression)}`

/** The same clauses as additions to a table that exists. */
export const added = ({ sql, ...clause }: Clause): Clause => ({ sql: `add ${sql}`, ...clause })
