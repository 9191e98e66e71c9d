import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { type RowIdentity, relationOf } from '../shape/row-identity.ts'
import type { PageColumn, TableColumn, TableShape } from '../shape/table-shape.ts'
import { type Edit, isDefault, type NewValue, type RowEdit } from './edit.ts'
import { stillHasLiteral } from './guard.ts'

/**
 * The edits as SQL for people: one statement for each, in a transaction, in the order in which they are saved. Run by
 * psql it does what saving does, only that a conflict changes nothing silently.
 */
export function previewSql(shape: TableShape, identity: RowIdentity, edits: readonly Edit[]): string {
  const statements = editStatements(shape, identity, edits)
  return statements.length === 0 ? '' : `begin;\n\n${statements.join('\n\n')}\n\ncommit;\n`
}

/** One statement for each edit, with its semicolon, in the order in which they are saved. */
export function editStatements(shape: TableShape, identity: RowIdentity, edits: readonly Edit[]): string[] {
  const kinds = ['delete', 'update', 'insert'] as const
  return kinds.flatMap((kind) =>
    edits.filter((edit) => edit.kind === kind).map((edit) => statementOf(shape, identity, edit)),
  )
}

function statementOf(shape: TableShape, identity: RowIdentity, edit: Edit): string {
  const relation = relationOf(shape)
  const columnOf = (name: string) => shape.columns.find((column) => column.name === name)!
  if (edit.kind === 'insert') return insertOf(relation, edit.set, columnOf)
  const where = `where ${conditions(identity, edit, columnOf).join('\n  and ')};`
  if (edit.kind === 'delete') return `delete from ${relation}\n${where}`
  const set = Object.entries(edit.set).map(
    ([name, value]) => `${quoteIdentifier(name)} = ${literalOf(columnOf(name), value)}`,
  )
  return `update ${relation}\nset ${set.join(',\n    ')}\n${where}`
}

function insertOf(
  relation: string,
  set: Readonly<Record<string, NewValue>>,
  columnOf: (name: string) => TableColumn,
): string {
  const names = Object.keys(set).filter((name) => !isDefault(set[name]!))
  if (names.length === 0) return `insert into ${relation} default values;`
  const overriding = names.some((name) => columnOf(name).identity === 'always')
  return `insert into ${relation} (${names.map(quoteIdentifier).join(', ')})${overriding ? ' overriding system value' : ''}
values (${names.map((name) => literalOf(columnOf(name), set[name]!)).join(', ')});`
}

function conditions(
  identity: RowIdentity,
  { row, old }: RowEdit,
  columnOf: (name: string) => TableColumn,
): string[] {
  const parts = identity.parts.map(({ name, column }, place) =>
    column
      ? `${quoteIdentifier(name)} = ${literalOf(column, row[place]!)}`
      : `${name} = ${quoteLiteral(row[place]!)}`,
  )
  const keys = new Set(identity.parts.flatMap(({ column }) => (column ? [column.name] : [])))
  // A key that has its old value needs no second condition.
  const guards = Object.entries(old).filter(([name]) => !keys.has(name))
  return [
    ...parts,
    ...guards.map(([name, value]) =>
      stillHasLiteral(columnOf(name), value, literalOf(columnOf(name), value)),
    ),
  ]
}

const WHOLE_NUMBERS = ['int2', 'int4', 'int8']

/** Numbers and booleans as they are, everything else as a string, which PostgreSQL reads as the column's type. */
function literalOf(column: PageColumn, value: NewValue): string {
  if (value === null) return 'null'
  if (isDefault(value)) return 'default'
  const { builtIn } = column
  if (builtIn === 'bool' && /^(?:true|false)$/.test(value)) return value
  if (builtIn !== null && WHOLE_NUMBERS.includes(builtIn) && /^\d+$/.test(value)) return value
  return quoteLiteral(value)
}
