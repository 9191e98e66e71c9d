import type { SchemaChange } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { alterTable } from '@basalt/schema-changes/alter-table.ts'
import type { TableObjects } from '@basalt/schema-changes/copied-objects.ts'
import { createTable } from '@basalt/schema-changes/create-table.ts'
import { type DraftProblem, draftProblems, nameProblem } from '@basalt/schema-changes/draft-problems.ts'
import { dropColumn, dropRelation } from '@basalt/schema-changes/drop-relation.ts'
import { duplicateTable } from '@basalt/schema-changes/duplicate-table.ts'
import { type ChangeFacts, isSerial } from '@basalt/schema-changes/facts.ts'
import type { ReadTable } from '@basalt/schema-changes/read-table.ts'
import { realtime } from '@basalt/schema-changes/realtime.ts'
import { forcedRowSecurity, rowSecurity } from '@basalt/schema-changes/row-security.ts'
import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import type { TableDraft } from '@basalt/schema-changes/table-draft.ts'

/** A change of a table that exists, with the table as it is. */
export type ExistingChange = Exclude<SchemaChange, { kind: 'create_table' }>

/** The drafts whose types and functions have to be known before the SQL is written. */
export function draftsOf(change: SchemaChange, current: ReadTable | undefined): TableDraft[] {
  if (change.kind === 'create_table') return [change.table]
  return change.kind === 'alter_table' ? [current!.table, change.table] : []
}

/** The statements of a change, in order. */
export function statementsOf(
  change: SchemaChange,
  current: ReadTable | undefined,
  facts: ChangeFacts,
  /** For a duplicate that has more of the original than its shape. */
  objects: TableObjects | undefined,
): ChangeStatement[] {
  if (change.kind === 'create_table') return createTable(change.table, facts)
  const { table, kind } = current!
  const relation = { schema: table.schema, name: table.name, kind }
  const targets = table.foreign_keys.map(({ target }) => target)
  switch (change.kind) {
    case 'alter_table':
      return alterTable(current!, change.table, facts)
    case 'duplicate_table':
      return duplicateTable(current!, change, facts, objects)
    case 'drop_entity':
      return [dropRelation(relation, change.cascade, targets)]
    case 'drop_column':
      return [dropColumn(relation, change.column, change.cascade, targetsOf(table, change.column))]
    case 'set_row_security':
      return change.enabled === table.rls ? [] : [rowSecurity(relation, change.enabled)]
    case 'force_row_security':
      return [forcedRowSecurity(relation, change.enabled)]
    case 'set_realtime':
      return change.enabled === table.realtime ? [] : [realtime(relation, change.enabled, facts)]
  }
}

const targetsOf = ({ foreign_keys }: TableDraft, column: string) =>
  foreign_keys.filter(({ columns }) => columns.includes(column)).map(({ target }) => target)

/** What is wrong before PostgreSQL is asked to run anything. */
export function problemsOf(change: SchemaChange, facts: ChangeFacts | undefined): DraftProblem[] {
  if (change.kind === 'duplicate_table') {
    const message = nameProblem(change.name, 'Please assign a name for your table')
    return message === undefined ? [] : [{ path: 'name', message }]
  }
  if (change.kind !== 'create_table' && change.kind !== 'alter_table') return []
  const problems = draftProblems(change.table)
  if (!facts) return problems
  const unknown = change.table.columns.flatMap(({ type }, index) =>
    facts.types[type] === null && !isSerial(type)
      ? [{ path: `columns.${index}.type`, message: `There is no type ${type}.` }]
      : [],
  )
  return [...problems, ...unknown]
}
