import { quoteQualified } from '@basalt/sql/quote.ts'
import { type ChangeStatement, plainStatement, type RelationName } from './statement.ts'

export const rowSecuritySql = (isOn: boolean) => `${isOn ? 'enable' : 'disable'} row level security`

export const rowSecurity = (relation: RelationName, isOn: boolean): ChangeStatement =>
  plainStatement(
    `alter table ${quoteQualified(relation.schema, relation.name)} ${rowSecuritySql(isOn)}`,
    'rls',
    [{ relation, mode: 'ACCESS EXCLUSIVE' }],
  )

/** Makes row level security apply to the owner of a table too, or no longer. */
export const forcedRowSecurity = (relation: RelationName, isForced: boolean): ChangeStatement =>
  plainStatement(
    `alter table ${quoteQualified(relation.schema, relation.name)} ${isForced ? 'force' : 'no force'} row level security`,
    'rls',
    [{ relation, mode: 'ACCESS EXCLUSIVE' }],
  )
