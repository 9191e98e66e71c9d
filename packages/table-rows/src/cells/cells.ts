import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { IdentityPart, RowIdentity } from '../shape/row-identity.ts'
import { partOf, relationOf } from '../shape/row-identity.ts'
import type { PageColumn, PageShape } from '../shape/table-shape.ts'
import { newParameters, type Statement, type TextRow } from '../statement.ts'

/** One value of a row. NULL has `text: null` and is not cut. */
export interface Cell {
  /** As PostgreSQL prints the value; the beginning of a cut value, or null when it was not read at all. */
  readonly text: string | null
  readonly isCut: boolean
  /** Bytes of a cut value: of its text, or of its storage when `isStoredSize` is set, which may be compressed. */
  readonly bytes?: number
  readonly isStoredSize?: boolean
}

/** A value of at most this many bytes comes whole. */
export const WHOLE_CELL_BYTES = 2048
/** A longer value is cut to this many characters, bytea to half as many bytes. */
export const CUT_CELL_CHARACTERS = 1024
/** Values stored in more bytes than this are not even printed where printing needs all of them: JSON, arrays and the like. */
export const PRINTED_CELL_BYTES = 8000

/** Long values are marked: `v` and the text, `c`, size, `:` and the beginning, or `s` and the stored size. */
const MARKS = { whole: 'v', cut: 'c', stored: 's' } as const

const CUTTABLE = new Set(['text', 'varchar'])

/** The text of a value, exact for every type. */
export const textOf = (column: PageColumn, value: string) =>
  column.builtIn === 'bytea' ? `'\\x' || pg_catalog.encode(${value}, 'hex')` : `${value}::pg_catalog.text`

/** A condition. A composite value is not NULL because its columns are, nor no value because one of them is, as IS has it. */
export const nullTest = (column: PageColumn | null, value: string, test: 'null' | 'not null') =>
  column?.typeKind === 'c'
    ? `${value} is ${test === 'null' ? 'not ' : ''}distinct from null`
    : `${value} is ${test}`

/** The expression of a cell for `readCell`. */
export function cellOf(column: PageColumn, value: string): string {
  if (!column.isLong) return textOf(column, value)
  if (column.builtIn === 'bytea') {
    return `case when pg_catalog.octet_length(${value}) <= ${WHOLE_CELL_BYTES}
      then '${MARKS.whole}\\x' || pg_catalog.encode(${value}, 'hex')
      else '${MARKS.cut}' || pg_catalog.octet_length(${value}) || ':\\x' || pg_catalog.encode(pg_catalog.substr(${value}, 1, ${CUT_CELL_CHARACTERS / 2}), 'hex') end`
  }
  const marked = (text: string) => `case when pg_catalog.octet_length(${text}) <= ${WHOLE_CELL_BYTES}
      then '${MARKS.whole}' || ${text}
      else '${MARKS.cut}' || pg_catalog.octet_length(${text}) || ':' || pg_catalog."left"(${text}, ${CUT_CELL_CHARACTERS}) end`
  // The length and the beginning of a text are read without the rest of it.
  if (column.builtIn !== null && CUTTABLE.has(column.builtIn)) return marked(`${value}::pg_catalog.text`)
  return `case when pg_catalog.pg_column_size(${value}) > ${PRINTED_CELL_BYTES}
      then '${MARKS.stored}' || pg_catalog.pg_column_size(${value})
      else ${marked(`${value}::pg_catalog.text`)} end`
}

/** What `cellOf` returned. */
export function readCell(column: PageColumn, value: string | null): Cell {
  if (value === null || !column.isLong) return { text: value, isCut: false }
  const rest = value.slice(1)
  if (value[0] === MARKS.whole) return { text: rest, isCut: false }
  if (value[0] === MARKS.stored) return { text: null, isCut: true, bytes: Number(rest), isStoredSize: true }
  const colon = rest.indexOf(':')
  return { text: rest.slice(colon + 1), isCut: true, bytes: Number(rest.slice(0, colon)) }
}

/** The columns that the caller may read, in their order. Cells of a row are in this order. */
export const readableColumns = <Column extends PageColumn>({
  columns,
}: {
  readonly columns: readonly Column[]
}) => columns.filter(({ isReadable }) => isReadable)

/** A cell of at most this many bytes is read whole; beyond it `wholeCell` returns its size only. */
export const CELL_BYTES_MAX = 256 * 2 ** 20

/** A condition: is the row `alias` the one that `values` identify? For keys, an index finds it. */
export function isRow(
  parts: readonly IdentityPart[],
  alias: string,
  value: (part: IdentityPart, place: number) => string,
): string {
  return parts.map((part, place) => `${partOf(part, alias)} = ${value(part, place)}`).join(' and ')
}

/**
 * One cell on demand, for `readWholeCell`. Returns no row when the row is gone, or without a key when it has changed.
 * Throws a RangeError when the relation has no such readable column or no identity.
 */
export function wholeCell(
  shape: PageShape,
  identity: RowIdentity,
  row: readonly string[],
  columnName: string,
  maxBytes = CELL_BYTES_MAX,
): Statement {
  const column = readableColumns(shape).find(({ name }) => name === columnName)
  if (!column) throw new RangeError(`there is no readable column ${columnName}`)
  if (row.length !== identity.parts.length || row.length === 0)
    throw new RangeError('the row is not identified')
  const parameters = newParameters()
  const value = `t.${quoteIdentifier(column.name)}`
  const condition = isRow(identity.parts, 't', (part, place) => parameters.add(row[place]!, part.type))
  const text = textOf(column, value)
  return {
    text: `select case when pg_catalog.octet_length(cell) <= ${Math.trunc(maxBytes)} then cell end, pg_catalog.octet_length(cell)::pg_catalog.text
    from (select ${text} as cell from ${relationOf(shape)} t where ${condition} offset 0) t`,
    values: parameters.values,
  }
}

export interface WholeCell {
  readonly text: string | null
  /** Length of the text; null for NULL. */
  readonly bytes: number | null
}

/** Undefined when the row is gone. `text` is null and `bytes` is not when the cell is larger than `maxBytes`. */
export function readWholeCell(rows: readonly TextRow[]): WholeCell | undefined {
  const [row] = rows
  if (!row) return undefined
  return { text: row[0] ?? null, bytes: row[1] == null ? null : Number(row[1]) }
}
