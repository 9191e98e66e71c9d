import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { type ChangeStatement, plainStatement, type RelationName, type TableLock } from './statement.ts'

/** As in pg_class: table, partitioned table, view, materialized view, foreign table. */
export type RelationKind = 'r' | 'p' | 'v' | 'm' | 'f'

const objects: Readonly<Record<RelationKind, string>> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
}

/** `targets` are the tables that foreign keys of it point to, whose triggers go with it. */
export const dropRelation = (
  relation: RelationName & { readonly kind: RelationKind },
  isCascade: boolean,
  targets: readonly RelationName[] = [],
): ChangeStatement =>
  plainStatement(
    `drop ${objects[relation.kind]} ${quoteQualified(relation.schema, relation.name)}${isCascade ? ' cascade' : ''}`,
    undefined,
    [relation, ...targets].map(exclusively),
  )

export const dropColumn = (
  relation: RelationName,
  column: string,
  isCascade: boolean,
  targets: readonly RelationName[] = [],
): ChangeStatement =>
  plainStatement(
    `alter table ${quoteQualified(relation.schema, relation.name)} drop column ${quoteIdentifier(column)}${isCascade ? ' cascade' : ''}`,
    undefined,
    [relation, ...targets].map(exclusively),
  )

const exclusively = ({ schema, name }: RelationName): TableLock => ({
  relation: { schema, name },
  mode: 'ACCESS EXCLUSIVE',
})
