import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { columnSql } from './column-sql.ts'
import type { ChangeFacts } from './facts.ts'
import { checkSql, foreignKeySql, primaryKeySql, targetLock, uniqueSql } from './key-sql.ts'
import { realtime } from './realtime.ts'
import { rowSecuritySql } from './row-security.ts'
import {
  type ChangeStatement,
  type Clause,
  plainStatement,
  type RelationName,
  statementOf,
} from './statement.ts'
import type { TableDraft } from './table-draft.ts'

/** A new table. Nothing of it can be locked by others, but foreign keys block writers of the tables they point to. */
export function createTable(
  draft: TableDraft,
  facts: Pick<ChangeFacts, 'hasPublication'>,
): ChangeStatement[] {
  const table = quoteQualified(draft.schema, draft.name)
  const clauses: Clause[] = [
    ...draft.columns.map((column, index) => ({ sql: columnSql(column), path: `columns.${index}` })),
    ...(draft.primary_key.length > 0 ? [{ sql: primaryKeySql(draft.primary_key), path: 'primary_key' }] : []),
    ...draft.uniques.map(({ columns }, index) => ({ sql: uniqueSql(columns), path: `uniques.${index}` })),
    ...draft.checks.map(({ expression }, index) => ({ sql: checkSql(expression), path: `checks.${index}` })),
    ...draft.foreign_keys.map((key, index) => ({
      sql: foreignKeySql(key),
      path: `foreign_keys.${index}`,
      locks: isSameRelation(key.target, draft) ? [] : [targetLock(key)],
    })),
  ]
  return [
    clauses.length === 0
      ? plainStatement(`create table ${table} ()`, 'name')
      : statementOf(clauses, { before: `create table ${table} (\n  `, after: '\n)' }),
    // Nobody else sees the table before the transaction ends, so its lock blocks no one.
    ...(draft.rls ? [plainStatement(`alter table ${table} ${rowSecuritySql(true)}`, 'rls')] : []),
    ...commentStatements(draft, draft.columns),
    ...(draft.realtime ? [realtime(draft, true, facts)] : []),
  ]
}

export const isSameRelation = (target: RelationName, { schema, name }: RelationName) =>
  target.schema === schema && target.name === name

export const tableComment = (table: string, comment: string | null) =>
  plainStatement(`comment on table ${table} is ${literal(comment)}`, 'comment')

export const columnComment = (table: string, name: string, comment: string | null, path: string) =>
  plainStatement(`comment on column ${table}.${quoteIdentifier(name)} is ${literal(comment)}`, path)

const literal = (text: string | null) => (text === null || text === '' ? 'null' : quoteLiteral(text))

function commentStatements(draft: TableDraft, columns: TableDraft['columns']): ChangeStatement[] {
  const table = quoteQualified(draft.schema, draft.name)
  return [
    ...(draft.comment ? [tableComment(table, draft.comment)] : []),
    ...columns.flatMap(({ name, comment }, index) =>
      comment ? [columnComment(table, name, comment, `columns.${index}.comment`)] : [],
    ),
  ]
}
