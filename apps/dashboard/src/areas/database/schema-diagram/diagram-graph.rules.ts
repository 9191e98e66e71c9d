import type {
  DiagramForeignKey,
  DiagramTable,
  SchemaDiagram,
} from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import { type ColumnMark, marksOf, referringColumns, shownType } from './column-facts.rules.ts'

/** Sizes in pixels at a zoom of 1, shared by the page and the exported pictures. */
export const HEADER_HEIGHT = 32
export const ROW_HEIGHT = 22
export const BOX_PADDING = 10
export const MARK_WIDTH = 22
/** Of a character in the monospaced font of columns, at 12 px, and a generous one for names of tables at 13 px. */
export const CODE_WIDTH = 7.25
export const NAME_WIDTH = 8
const GAP = 12
const WIDTH_MIN = 150
const WIDTH_MAX = 340

/** Columns that a box shows; the last line counts the others. */
export const COLUMNS_SHOWN = 60

export interface BoxColumn {
  readonly name: string
  readonly type: string
  readonly marks: readonly ColumnMark[]
}

/** A table as a box of the diagram, or a table of another schema that one of them refers to. */
export interface Box {
  /** The oid of the table as text. */
  readonly id: string
  readonly schema: string
  readonly name: string
  /** Undefined for a table of another schema. */
  readonly table: DiagramTable | undefined
  readonly columns: readonly BoxColumn[]
  /** Columns that are not shown. */
  readonly hidden: number
  /** Of the column of marks. */
  readonly gutter: number
  readonly width: number
  readonly height: number
}

/** A foreign key between two boxes. */
export interface Link {
  readonly id: string
  /** The box that refers, and the line in it. */
  readonly from: string
  readonly fromLine: number
  /** The box that is referred to, and the line in it. */
  readonly to: string
  readonly toLine: number
  /** Can several rows refer to the same one? */
  readonly isMany: boolean
  readonly key: DiagramForeignKey
}

export interface Graph {
  readonly boxes: readonly Box[]
  readonly links: readonly Link[]
}

/** The line of a box's name, which stands for what has no line of its own. */
export const HEADER_LINE = -1

export function graphOf({ tables }: Pick<SchemaDiagram, 'tables'>, schema: string): Graph {
  const own = new Map(tables.map((table) => [String(table.id), boxOf(table, schema)]))
  const others = new Map<string, Box>()
  const links: Link[] = []
  for (const table of tables) {
    const from = own.get(String(table.id))!
    for (const key of table.foreign_keys) {
      const id = String(key.to.id)
      if (!own.has(id) && !others.has(id)) others.set(id, otherBox(key.to))
      links.push({
        id: `${from.id} ${key.name}`,
        from: from.id,
        fromLine: lineOf(from, key.columns[0]),
        to: id,
        toLine: lineOf(own.get(id), key.to_columns[0]),
        isMany: !isUnique(table, key.columns),
        key,
      })
    }
  }
  return { boxes: [...own.values(), ...others.values()], links }
}

function boxOf(table: DiagramTable, schema: string): Box {
  const referring = referringColumns(table)
  const columns = table.columns.slice(0, COLUMNS_SHOWN).map((column) => ({
    name: column.name,
    type: `${shownType(column.type, schema)}${column.nullable ? '?' : ''}`,
    marks: marksOf(column, referring),
  }))
  const hidden = table.column_count - columns.length
  const gutter = Math.max(0, ...columns.map(({ marks }) => marks.length)) * MARK_WIDTH
  const widest = Math.max(0, ...columns.map(({ name, type }) => name.length + type.length))
  const wanted = Math.max(
    2 * BOX_PADDING + gutter + widest * CODE_WIDTH + GAP,
    2 * BOX_PADDING + table.name.length * NAME_WIDTH,
  )
  return {
    id: String(table.id),
    schema,
    name: table.name,
    table,
    columns,
    hidden,
    gutter,
    width: Math.ceil(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, wanted))),
    height:
      HEADER_HEIGHT + (columns.length + (hidden > 0 ? 1 : 0)) * ROW_HEIGHT + (columns.length > 0 ? 6 : 0),
  }
}

function otherBox({ id, schema, name }: DiagramForeignKey['to']): Box {
  const wanted = 2 * BOX_PADDING + (schema.length + 1 + name.length) * NAME_WIDTH
  return {
    id: String(id),
    schema,
    name,
    table: undefined,
    columns: [],
    hidden: 0,
    gutter: 0,
    width: Math.ceil(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, wanted))),
    height: HEADER_HEIGHT,
  }
}

/** The number of a column's line; that of the hidden ones after the last. */
function lineOf(box: Box | undefined, column: string | undefined): number {
  if (!box?.table || column === undefined) return HEADER_LINE
  const index = box.columns.findIndex(({ name }) => name === column)
  return index === -1 && box.hidden > 0 ? box.columns.length : index
}

/** Is there at most one row for each value of these columns? */
function isUnique({ columns }: DiagramTable, key: readonly string[]): boolean {
  const primary = columns.filter(({ primary_key }) => primary_key).map(({ name }) => name)
  const isPrimary = primary.length === key.length && primary.every((name) => key.includes(name))
  return isPrimary || (key.length === 1 && columns.some(({ name, unique }) => unique && name === key[0]))
}

/** The vertical middle of a line, from the top of its box. */
export const middleOf = (line: number) =>
  line === HEADER_LINE ? HEADER_HEIGHT / 2 : HEADER_HEIGHT + line * ROW_HEIGHT + ROW_HEIGHT / 2 + 2

/** The box and those that it refers to or that refer to it. */
export function neighboursOf({ links }: Graph, id: string): ReadonlySet<string> {
  const near = new Set([id])
  for (const { from, to } of links) {
    if (from === id) near.add(to)
    if (to === id) near.add(from)
  }
  return near
}

/** Boxes of the schema whose name, or that of a column, has the text, in either case: names that begin with it first. */
export function matchesOf({ boxes }: Graph, text: string): Box[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const rankOf = ({ name, table }: Box) => {
    const lower = name.toLowerCase()
    if (lower.startsWith(wanted)) return 0
    if (lower.includes(wanted)) return 1
    return table?.columns.some((column) => column.name.toLowerCase().includes(wanted)) ? 2 : undefined
  }
  return boxes
    .flatMap((box) => {
      const rank = box.table && rankOf(box)
      return rank === undefined ? [] : [{ box, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ box }) => box)
}
