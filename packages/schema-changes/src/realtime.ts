import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { type ChangeFacts, PUBLICATION } from './facts.ts'
import { type ChangeStatement, plainStatement, type RelationName } from './statement.ts'

/** Adds a table to the publication that Realtime reads, which is created when missing, or removes it. */
export function realtime(
  { schema, name }: RelationName,
  isOn: boolean,
  { hasPublication }: Pick<ChangeFacts, 'hasPublication'>,
): ChangeStatement {
  const publication = quoteIdentifier(PUBLICATION)
  const table = quoteQualified(schema, name)
  if (!isOn) return plainStatement(`alter publication ${publication} drop table ${table}`, 'realtime')
  return plainStatement(
    hasPublication
      ? `alter publication ${publication} add table ${table}`
      : `create publication ${publication} for table ${table}`,
    'realtime',
  )
}
