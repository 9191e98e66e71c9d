import { relationOf } from '../shape/row-identity.ts'
import type { PageShape } from '../shape/table-shape.ts'
import type { Parameters } from '../statement.ts'
import { blockOf, type Position } from './cursor.ts'
import type { RowColumns } from './row-columns.ts'

/** Blocks that are read and sorted at once. */
const STEP = 16
const BLOCK_SIZE = "pg_catalog.current_setting('block_size')::pg_catalog.int8"

interface PlacePart {
  readonly isBackward: boolean
  readonly start: Extract<Position, { by: 'place' }> | undefined
  readonly isIncluded: boolean
  readonly limit: number
}

/**
 * Rows in the order of their places, from one on: a few blocks at a time until the page is full, because an order by
 * ctid over the whole table would sort it. Partitions are read one after the other, by oid, through their parent, whose
 * privileges and policies count.
 */
export function placeRanges(
  { isBackward, start, isIncluded, limit }: PlacePart,
  shape: PageShape,
  columns: RowColumns,
  filtered: string | undefined,
  parameters: Parameters,
): string {
  const hasTables = shape.hasChildren
  const leaves = isBackward ? shape.leaves.toReversed() : shape.leaves
  const ahead = leaves.filter((oid) => !start || (isBackward ? oid <= start.table : oid >= start.table))
  const tables = `pg_catalog.unnest('{${ahead.join(',')}}'::pg_catalog.oid[]) leaf(oid)`
  const last = `pg_catalog.pg_relation_size(leaf.oid) / ${BLOCK_SIZE} - 1`
  const startBlock = start ? parameters.add(String(blockOf(start.ctid)), 'pg_catalog.int8') : '0'
  const isStartTable = start ? `leaf.oid = ${parameters.add(String(start.table), 'pg_catalog.oid')}` : 'false'
  const [from, to] = isBackward
    ? [`case when ${isStartTable} then ${startBlock} else ${last} end`, '0']
    : [`case when ${isStartTable} then ${startBlock} else 0 end`, last]
  const blocks = `pg_catalog.generate_series((${from})::pg_catalog.int8, (${to})::pg_catalog.int8, ${isBackward ? -STEP : STEP}) range(block)`
  const tid = (block: string) => `pg_catalog.format('(%s,0)', ${block})::pg_catalog.tid`
  const conditions = isBackward
    ? [
        `t.ctid >= ${tid(`greatest(range.block - ${STEP - 1}, 0)`)}`,
        `t.ctid < ${tid('least(range.block + 1, 4294967295)')}`,
      ]
    : [`t.ctid >= ${tid('range.block')}`, `t.ctid < ${tid(`least(range.block + ${STEP}, 4294967295)`)}`]
  if (start) {
    const compare = `${isBackward ? '<' : '>'}${isIncluded ? '=' : ''}`
    conditions.push(
      `(not ${isStartTable} or t.ctid ${compare} ${parameters.add(start.ctid, 'pg_catalog.tid')})`,
    )
  }
  if (hasTables) conditions.push('t.tableoid = leaf.oid')
  if (filtered !== undefined) conditions.push(filtered)
  const direction = isBackward ? ' desc' : ''
  return `select chosen.* from ${tables}, ${blocks}, lateral (
    select ${columns.raw} from ${relationOf(shape)} t where ${conditions.join(' and ')} order by t.ctid${direction} limit ${limit}) chosen
  limit ${limit}`
}
