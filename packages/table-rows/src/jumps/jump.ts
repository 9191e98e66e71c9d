import { blockOf, type CursorValue, type Position } from '../pages/cursor.ts'
import type { OrderKey, PagePlan } from '../pages/page-plan.ts'
import type { PageColumn, PageShape } from '../shape/table-shape.ts'
import type { Statement, TextRow } from '../statement.ts'
import {
  type Distribution,
  distributedKey,
  distribution,
  readDistribution,
  stretchesOf,
} from './distribution.ts'

/**
 * What a drag of the scrollbar has to know, for `readJumps`: statistics of the sorted column, or the sizes of the tables
 * whose rows come by place. Undefined where nothing tells where in the order a row is; pages by offset need none.
 */
export function jumpStatistics(shape: PageShape, plan: PagePlan, row?: Position): Statement | undefined {
  if (plan.mode === 'ctid') return tableSizes(shape)
  const value = row?.by === 'values' ? row.values[0] : undefined
  return distribution(shape, plan, typeof value === 'string' ? value : undefined)
}

/**
 * Statistics of the second column of the order, for `readJumps`: they tell rows apart that have one value, or NULL, in
 * the first. Undefined where there is no such column.
 */
export const tieStatistics = (shape: PageShape, plan: PagePlan): Statement | undefined =>
  distribution(shape, behindFirst(plan))

const behindFirst = (plan: PagePlan): PagePlan => ({ ...plan, order: plan.order.slice(1), indexed: 0 })

/** Where a page begins, and the share of the rows before it, which need not be the requested one. */
export interface Landing {
  readonly position: Position
  readonly share: number
}

/** Places in an order as shares of its rows, from 0 for the first to 1 for the last. All of them are "about". */
export interface Jumps {
  /** Where a page begins before which lies about this share of the rows; undefined when nothing is known. */
  landingAt(share: number): Landing | undefined
  /** The share of the rows that lie before a position; undefined when nothing is known. */
  shareBefore(position: Position): number | undefined
}

/**
 * Reads what `jumpStatistics` and `tieStatistics` returned; no rows where they have no statement. `count` is the number
 * of rows, which pages by offset go by. `shareBefore` takes the position that was passed to `jumpStatistics`.
 */
export function readJumps(
  plan: PagePlan,
  rows: readonly TextRow[],
  count: number | null,
  ties: readonly TextRow[] = [],
): Jumps {
  if (plan.mode === 'offset') return byOffset(count)
  if (plan.mode === 'ctid') return byPlace(rows)
  const key = distributedKey(plan)
  if (!key) return unknown
  const tieKey = distributedKey(behindFirst(plan))
  const amongTies = tieKey && ties.length > 0 ? byValue(tieKey, readDistribution(ties), unknown) : unknown
  return byValue(key, readDistribution(rows), amongTies)
}

const unknown: Jumps = { landingAt: () => undefined, shareBefore: () => undefined }

const within = (share: number) => Math.min(1, Math.max(0, Number.isNaN(share) ? 0 : share))

function byOffset(count: number | null): Jumps {
  if (count === null) return unknown
  return {
    landingAt: (share) => {
      const offset = Math.floor(within(share) * Math.max(0, count - 1))
      return { position: { by: 'offset', offset }, share: count === 0 ? 0 : offset / count }
    },
    shareBefore: (position) =>
      position.by === 'offset' && count > 0 ? within(position.offset / count) : undefined,
  }
}

const tableSizes = ({ leaves }: PageShape): Statement => ({
  text: `select leaf.oid::pg_catalog.text, (pg_catalog.pg_relation_size(leaf.oid) / pg_catalog.current_setting('block_size')::pg_catalog.int8)::pg_catalog.text
    from pg_catalog.unnest('{${leaves.join(',')}}'::pg_catalog.oid[]) leaf(oid)
    where pg_catalog.pg_relation_size(leaf.oid) is not null order by leaf.oid`,
  values: [],
})

function byPlace(rows: readonly TextRow[]): Jumps {
  const tables = rows.map(([oid, blocks]) => ({ table: Number(oid), blocks: Number(blocks) }))
  const total = tables.reduce((sum, { blocks }) => sum + blocks, 0)
  return {
    landingAt(share) {
      let block = Math.max(0, Math.min(Math.floor(within(share) * total), total - 1))
      const landed = total === 0 ? 0 : block / total
      for (const { table, blocks } of tables) {
        if (block < blocks || total === 0)
          return { position: { by: 'place', table, ctid: `(${block},0)` }, share: landed }
        block -= blocks
      }
      return undefined
    },
    shareBefore(position) {
      if (position.by !== 'place' || total === 0) return undefined
      const before = tables.filter(({ table }) => table < position.table)
      return within((before.reduce((sum, { blocks }) => sum + blocks, 0) + blockOf(position.ctid)) / total)
    },
  }
}

function byValue(key: OrderKey, known: Distribution, amongTies: Jumps): Jumps {
  const stretches = stretchesOf(known)
  const listed = stretches.reduce((sum, { share }) => sum + share, 0)
  if (listed === 0 && known.nulls === 0) return unknown
  const values = 1 - known.nulls
  // Shares of a sample do not add up exactly.
  const scale = listed === 0 ? 0 : values / listed
  const nullsBefore = key.isNullsFirst ? known.nulls : 0
  const at = (...of: CursorValue[]): Position => ({ by: 'values', values: of })
  /** Among rows that have one value: `before` and `size` are shares of all rows. */
  const amongEqual = (value: string | null, before: number, size: number, share: number): Landing => {
    const inside = size === 0 ? undefined : amongTies.landingAt(within((share - before) / size))
    if (inside?.position.by !== 'values') return { position: at(value), share: before }
    return { position: at(value, ...inside.position.values), share: before + inside.share * size }
  }
  return {
    landingAt(share) {
      const asked = within(share)
      const among = asked - nullsBefore
      const isNull = key.isNullsFirst ? among < 0 : among > values
      if (known.nulls > 0 && (isNull || listed === 0))
        return amongEqual(null, key.isNullsFirst ? 0 : values, known.nulls, asked)
      const ascending = Math.max(0, key.isDescending ? values - among : among)
      let below = 0
      for (const [place, stretch] of stretches.entries()) {
        const size = stretch.share * scale
        if (ascending > below + size && place < stretches.length - 1) {
          below += size
          continue
        }
        const before = (point: number) => nullsBefore + (key.isDescending ? values - point : point)
        if (stretch.low === stretch.high)
          return amongEqual(stretch.low, before(key.isDescending ? below + size : below), size, asked)
        const { value, fraction } = valueAt(
          stretch,
          size === 0 ? 0 : within((ascending - below) / size),
          key.part.column!,
        )
        return { position: at(value), share: within(before(below + fraction * size)) }
      }
      return undefined
    },
    shareBefore(position) {
      if (position.by !== 'values') return undefined
      const value = position.values[0]
      if (value === null) return key.isNullsFirst ? 0 : values
      if (typeof value !== 'string') return undefined
      let before = 0
      for (const stretch of stretches) before += stretch.share * scale * shareOf(stretch, value, key)
      return within(nullsBefore + before)
    },
  }
}

type Stretch = ReturnType<typeof stretchesOf>[number]

/** How much of a stretch lies before a value in the order, from 0 to 1. */
function shareOf({ low, high, lowSide, highSide }: Stretch, value: string, key: OrderKey): number {
  const isOne = low === high
  if (isOne && lowSide === 'at') return 0
  const isBelow = highSide === 'before' || highSide === 'at'
  const isAbove = lowSide === 'behind' || lowSide === 'at'
  const ascending = isBelow ? 1 : isAbove ? 0 : between(low, value, high)
  return key.isDescending ? 1 - ascending : ascending
}

/** Where between two numbers or times a third one lies; half-way for everything else. */
function between(low: string, value: string, high: string): number {
  const [from, at, to] = [low, value, high].map(measure)
  const share = (at! - from!) / (to! - from!)
  return Number.isFinite(share) ? within(share) : 0.5
}

const measure = (text: string) => {
  const number = Number(text)
  return Number.isNaN(number) ? Date.parse(text) : number
}

const FINITE = /^(?!.*(?:infinity|nan|BC)).+$/i

const INTERPOLATED = [
  ...['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'],
  ...['date', 'timestamp', 'timestamptz'],
]

/** A value in a stretch and how far in it lies: between its ends where that can be computed, otherwise the nearer end. */
function valueAt({ low, high }: Stretch, fraction: number, column: PageColumn) {
  const isComputed = column.builtIn !== null && INTERPOLATED.includes(column.builtIn)
  if (isComputed && FINITE.test(low) && FINITE.test(high)) return { value: { low, high, fraction }, fraction }
  return fraction < 0.5 ? { value: low, fraction: 0 } : { value: high, fraction: 1 }
}
