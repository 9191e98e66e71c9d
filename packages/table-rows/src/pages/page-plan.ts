import type { FilterPlan } from '../filters/filter-sql.ts'
import { NO_FILTER } from '../filters/filter-sql.ts'
import type { IdentityPart, RowIdentity } from '../shape/row-identity.ts'
import type { IndexColumn, PageColumn, PageShape, TableIndex } from '../shape/table-shape.ts'
import { SORTS_MAX, type SortRule } from './sort.ts'

/** One column of the order in which rows are read. */
export interface OrderKey {
  readonly part: IdentityPart
  readonly isDescending: boolean
  readonly isNullsFirst: boolean
  readonly isNullable: boolean
  /** Where the index that serves the sort has its NULLs, read in this direction: what to say where there are none. */
  readonly isNullsFirstInIndex: boolean
}

/** How the pages of a relation are read in one order. */
export interface PagePlan {
  /**
   * `keyset`: from the values of a row. `ctid`: by place, unsorted. `offset`: by counting rows, where nothing tells them
   * apart; deep pages cost more than the first.
   */
  readonly mode: 'keyset' | 'ctid' | 'offset'
  /** The sort and what breaks its ties. Empty for `ctid`, and for `offset` without a sort. */
  readonly order: readonly OrderKey[]
  /** The first columns of `order` that one index has in this order. */
  readonly indexed: number
  /** The name of that index. */
  readonly index: string | null
  /** False when every page reads and sorts all rows: an index on the sorted columns would help. */
  readonly isServedByIndex: boolean
  /** False when rows have no fixed order, so that pages may repeat or leave out rows that change meanwhile. */
  readonly isStable: boolean
  /** Sorts on columns that the relation does not have or the caller may not read. They are left out. */
  readonly gone: readonly SortRule[]
  /** Sorts on columns whose type has no order. They are left out. */
  readonly problems: readonly { readonly sort: SortRule; readonly message: string }[]
}

/** Plans the pages of a relation. A filter that fixes columns to one value lets more indexes serve a sort. */
export function planPages(
  shape: PageShape,
  identity: RowIdentity,
  sorts: readonly SortRule[] = [],
  filter: FilterPlan = NO_FILTER,
): PagePlan {
  const { usable, gone, problems } = checkSorts(shape, sorts.slice(0, SORTS_MAX))
  const found = { gone, problems }
  if (identity.kind === 'none') return offsetPlan(shape, usable, found)
  if (usable.length === 0 && identity.kind === 'ctid') {
    if (shape.leafCount > shape.leaves.length) return offsetPlan(shape, usable, found)
    const byPlace = { mode: 'ctid', order: [], indexed: 0, index: null } as const
    return { ...byPlace, isServedByIndex: true, isStable: true, ...found }
  }
  const { indexed, index, order } = bestOrder(shape, identity, usable, filter.fixed)
  const sorted = usable.length === 0 ? 1 : usable.length
  return {
    mode: 'keyset',
    order,
    indexed,
    index: index?.name ?? null,
    // What an index leaves unsorted are ties.
    isServedByIndex: indexed >= sorted,
    isStable: true,
    ...found,
  }
}

interface SortedColumn {
  readonly column: PageColumn
  readonly isDescending: boolean
  readonly isNullsFirst: boolean
}

function checkSorts(shape: PageShape, sorts: readonly SortRule[]) {
  const usable: SortedColumn[] = []
  const gone: SortRule[] = []
  const problems: { sort: SortRule; message: string }[] = []
  for (const sort of sorts) {
    const column = shape.columns.find(({ name, isReadable }) => isReadable && name === sort.column)
    const isDescending = sort.direction === 'desc'
    const isNullsFirst = sort.nulls === undefined ? isDescending : sort.nulls === 'first'
    if (!column) gone.push(sort)
    else if (!column.isOrderable)
      problems.push({ sort, message: `Values of type ${column.type} have no order.` })
    else if (!usable.some((each) => each.column === column))
      usable.push({ column, isDescending, isNullsFirst })
  }
  return { usable, gone, problems }
}

function offsetPlan(
  shape: PageShape,
  usable: readonly SortedColumn[],
  found: Pick<PagePlan, 'gone' | 'problems'>,
): PagePlan {
  // Without a sort, sorting a large view for its first page would cost more than an order is worth.
  const rest = usable.length === 0 ? [] : shape.columns.filter((each) => each.isReadable && each.isOrderable)
  const order = [
    ...usable.map(sortKey),
    ...rest
      .filter((column) => !usable.some((each) => each.column === column))
      .map((column) => sortKey({ column, isDescending: false, isNullsFirst: false })),
  ]
  const isServedByIndex = usable.length === 0
  return { mode: 'offset', order, indexed: 0, index: null, isServedByIndex, isStable: false, ...found }
}

const sortKey = ({ column, isDescending, isNullsFirst }: SortedColumn): OrderKey => ({
  part: { name: column.name, column, type: column.baseType },
  isDescending,
  isNullsFirst,
  isNullable: column.isNullable,
  isNullsFirstInIndex: isNullsFirst,
})

/** Ties are broken in the direction of the last sort, or in the other one when an index has more of that order. */
function bestOrder(
  shape: PageShape,
  identity: RowIdentity,
  sorts: readonly SortedColumn[],
  fixed: readonly number[],
): IndexMatch {
  const isDescending = sorts.at(-1)?.isDescending ?? false
  const [usual, other] = [isDescending, !isDescending].map((direction) =>
    bestIndex(shape, withTieBreakers(sorts, identity, shape, direction), fixed),
  )
  return sorts.length > 0 && other!.indexed > usual!.indexed ? other! : usual!
}

/** The sort, then the identity of the row. */
function withTieBreakers(
  sorts: readonly SortedColumn[],
  identity: RowIdentity,
  shape: PageShape,
  isDescending: boolean,
): OrderKey[] {
  const keys = sorts.map(sortKey)
  const hasUnique = uniqueColumns(shape).some((columns) =>
    columns.every((number) => sorts.some(({ column }) => column.number === number)),
  )
  if (hasUnique) return keys
  const breakers = identity.parts
    .filter(({ name, column }) => (column ? !sorts.some((each) => each.column === column) : name !== 'xmin'))
    .map((part) => ({
      part,
      isDescending,
      isNullsFirst: isDescending,
      isNullable: false,
      isNullsFirstInIndex: isDescending,
    }))
  return [...keys, ...breakers]
}

/** The columns of each key that leaves no ties, by number. */
const uniqueColumns = (shape: PageShape) =>
  (shape.hasChildren && shape.kind === 'r' ? [] : shape.indexes)
    .filter((each) => each.isUnique && each.isValid && each.isImmediate && !each.isPartial)
    .map((index) => index.columns.map(({ number }) => number))
    .filter((numbers) =>
      numbers.every((number) => shape.columns.some((each) => each.number === number && !each.isNullable)),
    )

interface IndexMatch {
  readonly indexed: number
  readonly index: TableIndex | null
  readonly order: readonly OrderKey[]
}

/** The index that has most of the order. */
function bestIndex(shape: PageShape, order: readonly OrderKey[], fixed: readonly number[]): IndexMatch {
  let best: IndexMatch = { indexed: 0, index: null, order }
  for (const index of shape.indexes) {
    if (index.method !== 'btree' || !index.isValid || index.isPartial) continue
    const match = matchIndex(index, order, fixed)
    if (match.indexed > best.indexed) best = match
  }
  return best
}

function matchIndex(index: TableIndex, order: readonly OrderKey[], fixed: readonly number[]): IndexMatch {
  const matched: OrderKey[] = []
  let place = 0
  let isBackward: boolean | undefined
  for (const key of order) {
    while (index.columns[place] && isSkipped(index.columns[place]!, key, fixed)) place += 1
    const part = index.columns[place]
    if (!part?.isPlain || part.number === 0 || part.number !== key.part.column?.number) break
    isBackward ??= part.isDescending !== key.isDescending
    if ((part.isDescending !== isBackward) !== key.isDescending) break
    const isNullsFirstInIndex = part.isNullsFirst !== isBackward
    // NULLs of the first column are read apart, and so may be anywhere in the index.
    const isSplit = matched.length === 0
    if (key.isNullable && !isSplit && isNullsFirstInIndex !== key.isNullsFirst) break
    matched.push({ ...key, isNullsFirstInIndex })
    place += 1
  }
  return { indexed: matched.length, index, order: [...matched, ...order.slice(matched.length)] }
}

const isSkipped = (part: IndexColumn, key: OrderKey, fixed: readonly number[]) =>
  part.number !== key.part.column?.number && fixed.includes(part.number)
