import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { type Cell, cellOf, readableColumns, readCell, textOf } from '../cells/cells.ts'
import type { IdentityPart, RowIdentity } from '../shape/row-identity.ts'
import type { PageShape } from '../shape/table-shape.ts'
import type { TextRow } from '../statement.ts'
import { CURSOR_VALUE_BYTES, type Position } from './cursor.ts'
import type { PagePlan } from './page-plan.ts'

/** A row of the grid. */
export interface GridRow {
  /** The values of the identity's parts; empty when rows cannot be told apart. Sent back with an edit. */
  readonly identity: readonly string[]
  /** In the order of `readableColumns`. */
  readonly cells: readonly Cell[]
  /** Where the row stands in the order, for `writeCursor`; undefined where only an offset tells. */
  readonly position: Position | undefined
}

/** What a statement that returns rows of the grid selects, and how its rows are read. */
export interface RowColumns {
  /** The select list over a row `t` of the relation: its columns, and the system columns under names that no column has. */
  readonly raw: string
  /** The select list over a row `t` of `raw`: a text for each value, with a comma before each. */
  readonly texts: string
  /** How many values `texts` has. */
  readonly count: number
  /** A quoted name, like `name`, that no column of the relation and no system column in `raw` has. */
  readonly freeName: (name: string) => string
  /** `skip` values come before the row's own. */
  read(row: TextRow, skip: number): GridRow
}

export function rowColumns(shape: PageShape, identity: RowIdentity, plan?: PagePlan): RowColumns {
  const columns = readableColumns(shape)
  const names = new Set(shape.columns.map(({ name }) => name))
  const freeName = (name: string) => {
    let free = name
    while (names.has(free)) free += '_'
    return quoteIdentifier(free)
  }
  const systemName = ({ name }: IdentityPart) => freeName(`row_${name}`)
  const order = plan?.mode === 'keyset' ? plan.order : []
  const system = [
    ...new Map(
      [...identity.parts, ...order.map(({ part }) => part)]
        .filter(({ column }) => column === null)
        .map((part) => [part.name, `t.${part.name} as ${systemName(part)}`]),
    ).values(),
  ]
  const expressionOf = (part: IdentityPart) =>
    part.column ? `t.${quoteIdentifier(part.name)}` : `t.${systemName(part)}`
  const keys = order.map(({ part }) => keyText(part, expressionOf(part)))
  const identifying = identity.parts.map((part) =>
    part.column ? textOf(part.column, expressionOf(part)) : `${expressionOf(part)}::pg_catalog.text`,
  )
  const cells = columns.map((column) => cellOf(column, `t.${quoteIdentifier(column.name)}`))
  // A key is mostly a cell too. Equal expressions are printed and sent once.
  const texts = [...new Set([...keys, ...identifying, ...cells])]
  const places = new Map(texts.map((text, place) => [text, place]))
  const placesOf = (expressions: readonly string[]) => expressions.map((text) => places.get(text)!)
  const keyPlaces = placesOf(keys)
  const identityPlaces = placesOf(identifying)
  const cellPlaces = placesOf(cells)
  const positionOfRow: PositionOfRow = (row, skip, identityValues) =>
    positionOf(
      plan,
      identity,
      keyPlaces.map((place) => row[skip + place] ?? null),
      identityValues,
    )
  return {
    raw: [...columns.map(({ name }) => `t.${quoteIdentifier(name)}`), ...system].join(', '),
    texts: texts.map((text) => `, ${text}`).join(''),
    count: texts.length,
    freeName,
    read(row, skip) {
      const valueAt = (place: number) => row[skip + place] ?? null
      const identityValues = identityPlaces.map(valueAt) as string[]
      return new ReadRow(
        identityValues,
        columns.map((column, at) => readCell(column, valueAt(cellPlaces[at]!))),
        row,
        skip,
        positionOfRow,
      )
    },
  }
}

type PositionOfRow = (row: TextRow, skip: number, identity: readonly string[]) => Position | undefined

/** Reads its position when it is asked: of a page, only the first and the last row are. */
class ReadRow implements GridRow {
  readonly identity: readonly string[]
  readonly cells: readonly Cell[]
  readonly #row: TextRow
  readonly #skip: number
  readonly #positionOf: PositionOfRow

  constructor(
    identity: readonly string[],
    cells: readonly Cell[],
    row: TextRow,
    skip: number,
    positionOf: PositionOfRow,
  ) {
    this.identity = identity
    this.cells = cells
    this.#row = row
    this.#skip = skip
    this.#positionOf = positionOf
  }

  get position() {
    return this.#positionOf(this.#row, this.#skip, this.identity)
  }
}

/** The text of a value for a cursor, or `r` for a value that is too long: the cursor then points to the row. */
function keyText(part: IdentityPart, value: string): string {
  if (!part.column) return `${value}::pg_catalog.text`
  const text = textOf(part.column, value)
  if (!part.column.isLong) return text
  return `case when pg_catalog.octet_length(${text}) > ${CURSOR_VALUE_BYTES} then 'r' else 'v' || ${text} end`
}

function positionOf(
  plan: PagePlan | undefined,
  identity: RowIdentity,
  keys: TextRow,
  row: readonly string[],
): Position | undefined {
  if (plan?.mode === 'ctid') return { by: 'place', table: Number(row[0]), ctid: row[1]! }
  if (plan?.mode !== 'keyset') return undefined
  const values = plan.order.map(({ part }, place) => {
    const text = keys[place] ?? null
    if (text === null || !part.column?.isLong) return text
    return text === 'r' ? { row: row.slice(0, identity.parts.length) } : text.slice(1)
  })
  return { by: 'values', values }
}
