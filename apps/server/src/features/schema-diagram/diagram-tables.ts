import type {
  DiagramColumn,
  DiagramForeignKey,
  DiagramTable,
} from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'

type Text = string | null | undefined
type TextRow = readonly Text[]

/** Rows of the statements of `schemaDiagram`, as text. */
export interface DiagramRows {
  readonly tables: readonly TextRow[]
  readonly columns: readonly TextRow[]
  readonly comments: readonly TextRow[]
  readonly keys: readonly TextRow[]
  readonly foreignKeys: readonly TextRow[]
  /** Of the tables that `tablesToName` returned. */
  readonly columnNames: readonly TextRow[]
}

interface ColumnKeys {
  primary: boolean
  unique: boolean
}

/** The oids of tables with foreign keys from or to columns that are not among `columns`: those of other schemas, and wide ones. */
export function tablesToName({
  columns,
  foreignKeys,
}: Pick<DiagramRows, 'columns' | 'foreignKeys'>): number[] {
  const known = new Set(columns.map(([table, number]) => idOf(table, number)))
  const unknown = new Set<number>()
  for (const [table, , to, , , , , numbers, toNumbers] of foreignKeys) {
    if (!numbersOf(numbers).every((number) => known.has(idOf(table, number)))) unknown.add(Number(table))
    if (!numbersOf(toNumbers).every((number) => known.has(idOf(to, number)))) unknown.add(Number(to))
  }
  return [...unknown]
}

/** The tables of a diagram, in the order of their rows. */
export function diagramTables(rows: DiagramRows): DiagramTable[] {
  const comments = new Map(rows.comments.map(([table, number, text]) => [idOf(table, number), text!]))
  const columns = columnsOfTables(rows.columns, comments, keysOfColumns(rows.keys))
  const foreignKeys = foreignKeysOfTables(rows)
  return rows.tables.map(([oid, name, kind, rls]) => {
    const found = columns.get(oid!)
    return {
      id: Number(oid),
      name: name!,
      kind: kind as DiagramTable['kind'],
      comment: comments.get(idOf(oid, '0')) ?? null,
      rls_enabled: isTrue(rls),
      columns: found?.shown ?? [],
      column_count: found?.count ?? 0,
      foreign_keys: foreignKeys.get(oid!) ?? [],
    }
  })
}

function keysOfColumns(rows: readonly TextRow[]) {
  const keys = new Map<string, ColumnKeys>()
  for (const [table, column, isPrimary] of rows) {
    const id = idOf(table, column)
    const known = keys.get(id) ?? { primary: false, unique: false }
    keys.set(id, isTrue(isPrimary) ? { ...known, primary: true } : { ...known, unique: true })
  }
  return keys
}

function columnsOfTables(
  rows: readonly TextRow[],
  comments: ReadonlyMap<string, string>,
  keys: ReadonlyMap<string, ColumnKeys>,
) {
  const tables = new Map<string, { shown: DiagramColumn[]; count: number }>()
  for (const [table, number, name, type, notNull, identity, generated, count] of rows) {
    const id = idOf(table, number)
    const of = tables.get(table!) ?? { shown: [], count: Number(count) }
    of.shown.push({
      name: name!,
      type: type!,
      comment: comments.get(id) ?? null,
      nullable: !isTrue(notNull),
      primary_key: keys.get(id)?.primary ?? false,
      unique: keys.get(id)?.unique ?? false,
      identity: isTrue(identity),
      generated: isTrue(generated),
    })
    tables.set(table!, of)
  }
  return tables
}

function foreignKeysOfTables({ columns, columnNames, foreignKeys }: DiagramRows) {
  const names = new Map<string, string>()
  for (const [table, number, name] of columnNames) names.set(idOf(table, number), name!)
  for (const [table, number, name] of columns) names.set(idOf(table, number), name!)
  const namesOf = (table: Text, numbers: Text) =>
    numbersOf(numbers).flatMap((number) => names.get(idOf(table, number)) ?? [])
  const tables = new Map<string, DiagramForeignKey[]>()
  for (const [table, name, to, toSchema, toName, onUpdate, onDelete, numbers, toNumbers] of foreignKeys) {
    const keys = tables.get(table!) ?? []
    keys.push({
      name: name!,
      columns: namesOf(table, numbers),
      to: { id: Number(to), schema: toSchema!, name: toName! },
      to_columns: namesOf(to, toNumbers),
      on_update: onUpdate as DiagramForeignKey['on_update'],
      on_delete: onDelete as DiagramForeignKey['on_delete'],
    })
    tables.set(table!, keys)
  }
  return tables
}

/** The numbers of an array such as `{1,2}`, as text. */
const numbersOf = (array: Text) => array!.slice(1, -1).split(',')

const idOf = (table: Text, number: Text) => `${table} ${number}`

const isTrue = (text: Text) => text === 't'
