import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { aNumber, listOf, objectOf, recordOf, type ValueOf } from '../../../lib/shape.ts'

/** More columns than a table can have. */
const COLUMNS_MAX = 2000

/**
 * How the columns of one table are displayed. Columns are named by their number in pg_attribute, which a rename keeps and
 * which no later column gets; those that are gone are ignored.
 */
export const AColumnLayout = objectOf({
  /** Of the columns that were moved or stood before one; others follow in the order of the table. */
  order: listOf(aNumber, COLUMNS_MAX),
  hidden: listOf(aNumber, COLUMNS_MAX),
  frozen: listOf(aNumber, COLUMNS_MAX),
  /** In pixels. */
  widths: recordOf(aNumber),
})
export type ColumnLayout = ValueOf<typeof AColumnLayout>

export const PLAIN_LAYOUT: ColumnLayout = { order: [], hidden: [], frozen: [], widths: {} }

type Positioned = Pick<GridColumn, 'position'>

/** The indexes of all columns in the order of the layout, frozen ones first. */
export function arranged(columns: readonly Positioned[], { order, frozen }: ColumnLayout): number[] {
  const rank = new Map(order.map((position, index) => [position, index]))
  const rankOf = (index: number) => rank.get(columns[index]!.position) ?? COLUMNS_MAX + index
  const isFrozen = (index: number) => frozen.includes(columns[index]!.position)
  return columns
    .map((_, index) => index)
    .sort(
      (one, other) =>
        Number(isFrozen(other)) - Number(isFrozen(one)) || rankOf(one) - rankOf(other) || one - other,
    )
}

/** The indexes of the displayed columns. When none would be, all are. */
export function displayed(columns: readonly Positioned[], layout: ColumnLayout): number[] {
  const all = arranged(columns, layout)
  const left = all.filter((index) => !layout.hidden.includes(columns[index]!.position))
  return left.length === 0 ? all : left
}

/** Moves a column to the place of another, by their numbers. */
export function moved(
  columns: readonly Positioned[],
  layout: ColumnLayout,
  from: number,
  to: number,
): ColumnLayout {
  const order = arranged(columns, layout).map((index) => columns[index]!.position)
  const [at, target] = [order.indexOf(from), order.indexOf(to)]
  if (at < 0 || target < 0) return layout
  order.splice(target, 0, ...order.splice(at, 1))
  return { ...layout, order }
}

/** The number of the displayed column beside another one; undefined at an edge, and between frozen and other columns. */
export function neighbourOf(
  columns: readonly Positioned[],
  layout: ColumnLayout,
  position: number,
  step: 1 | -1,
): number | undefined {
  const order = displayed(columns, layout).map((index) => columns[index]!.position)
  const neighbour = order[order.indexOf(position) + step]
  const isFrozen = (each: number) => layout.frozen.includes(each)
  return neighbour !== undefined && isFrozen(neighbour) === isFrozen(position) ? neighbour : undefined
}

const toggled = (list: readonly number[], position: number, isIn: boolean) =>
  isIn ? [...new Set([...list, position])] : list.filter((each) => each !== position)

export const withFrozen = (layout: ColumnLayout, position: number, isFrozen: boolean): ColumnLayout => ({
  ...layout,
  frozen: toggled(layout.frozen, position, isFrozen),
})

export const withHidden = (layout: ColumnLayout, position: number, isHidden: boolean): ColumnLayout => ({
  ...layout,
  hidden: toggled(layout.hidden, position, isHidden),
})

export const withWidth = (layout: ColumnLayout, position: number, width: number): ColumnLayout => ({
  ...layout,
  widths: { ...layout.widths, [position]: Math.round(width) },
})

/** How many columns of the table are hidden. */
export const hiddenCount = (columns: readonly Positioned[], layout: ColumnLayout) =>
  columns.length - displayed(columns, layout).length
