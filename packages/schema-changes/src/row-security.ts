import { quoteQualified } from '@basalt/sql/quote.ts'
import { type ChangeStatement, plainStatement, type RelationName } from './statement.ts'

export const rowSecuritySql = (isOn: boolean) => `${isOn ? 'enable' : 'disable'} row level security`

export const rowSecurity = (relation: RelationName, isOn: boolean): ChangeStatement =>
  plainStatement(
    `alter table ${quoteQualified(relation.schema, relation.name)} ${rowSecuritySql(isOn)}`,
    'rls',
    [{ relation, mode: 'ACCESS EXCLUSIVE' }],
  )
