import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { OrderKey, PagePlan } from '../pages/page-plan.ts'
import { relationOf } from '../shape/row-identity.ts'
import type { PageShape } from '../shape/table-shape.ts'
import { newParameters, type Statement, type TextRow } from '../statement.ts'

/**
 * How the rows of a relation are spread over the values of the first column of an order, as ANALYZE found it. It is the
 * whole relation's, whatever the filter, and every answer from it is "about".
 */
export interface Distribution {
  /** The share of rows with NULL, from 0 to 1. */
  readonly nulls: number
  /** In the order of the type. Nothing is known when there are none. */
  readonly points: readonly Point[]
}

interface Point {
  readonly value: string
  /** The share of rows with exactly this value, of a most common value; 0 for a bound of the histogram. */
  readonly share: number
  /** Does a bucket of the histogram end here? */
  readonly isBound: boolean
  /** On which side of the requested value it lies; null when none was requested. */
  readonly side: 'before' | 'at' | 'behind' | null
}

/** Longer values of the statistics are left out: they become part of a cursor. */
const POINT_BYTES_MAX = 1000

/** The column whose distribution tells where in the order a row is; undefined where nothing does. */
export const distributedKey = (plan: PagePlan): OrderKey | undefined =>
  plan.mode === 'keyset' && plan.order[0]?.part.column ? plan.order[0] : undefined

/**
 * Reads the statistics of the first column of the order, for `readDistribution`; undefined where there is no such column.
 * With a `value`, a text, each point says on which side of it it lies. Where the table was never analysed but an index
 * has the column, its smallest and largest value are read instead.
 */
export function distribution(shape: PageShape, plan: PagePlan, value?: string): Statement | undefined {
  const key = distributedKey(plan)
  const column = key?.part.column
  if (!column) return undefined
  const parameters = newParameters()
  const text = 'pg_catalog.text'
  const schema = parameters.add(shape.schema, text)
  const table = parameters.add(shape.name, text)
  const attribute = parameters.add(column.name, text)
  const typed = `point.value::${column.baseType}`
  const asked = value === undefined ? undefined : parameters.add(value, column.baseType)
  const side = asked
    ? `case when ${typed} < ${asked} then 'before' when ${typed} = ${asked} then 'at' else 'behind' end`
    : 'null'
  const name = `t.${quoteIdentifier(column.name)}`
  const isEndRead = plan.indexed > 0 && !column.isLong
  const ends = isEndRead
    ? ['asc', 'desc'].map(
        (direction) => `select value::${text}, null::float8, 'end', null::float8 from (select ${name} as value
          from ${relationOf(shape)} t where ${name} is not null and not exists (select from stats)
          order by ${name} ${direction} limit 1) t`,
      )
    : []
  return {
    text: `with stats as materialized (
      select s.null_frac::pg_catalog.float8 as nulls, s.most_common_vals::${text}::${text}[] as common,
        s.most_common_freqs::pg_catalog.float8[] as shares, s.histogram_bounds::${text}::${text}[] as bounds
      from pg_catalog.pg_stats s where s.schemaname = ${schema}::pg_catalog.name and s.tablename = ${table}::pg_catalog.name
        and s.attname = ${attribute}::pg_catalog.name order by s.inherited = ${shape.hasChildren} desc limit 1
    ), point(value, share, kind, nulls) as (
      select c.value, c.share, 'common', stats.nulls from stats, rows from (pg_catalog.unnest(stats.common), pg_catalog.unnest(stats.shares)) c(value, share)
      union all select b.value, 0, 'bound', stats.nulls from stats, pg_catalog.unnest(stats.bounds) b(value)
      ${ends.map((end) => `union all (${end})`).join('\n')}
      union all select null, null, 'nulls', stats.nulls from stats
    )
    select point.value, point.share::${text}, point.kind, point.nulls::${text}, case when point.value is not null then ${side} end
    from point where point.value is null or pg_catalog.octet_length(point.value) <= ${POINT_BYTES_MAX}
    order by ${typed} nulls first, point.kind`,
    values: parameters.values,
  }
}

export function readDistribution(rows: readonly TextRow[]): Distribution {
  const nulls = rows.find(([, , kind]) => kind === 'nulls')?.[3]
  const points = rows
    .filter(([value]) => value !== null)
    .map(
      ([value, share, kind, , side]): Point => ({
        value: value!,
        share: Number(share ?? 0),
        isBound: kind !== 'common',
        side: (side ?? null) as Point['side'],
      }),
    )
  return { nulls: Number(nulls ?? 0), points }
}

/** Rows that follow each other in ascending order of the values. */
export interface Stretch {
  readonly low: string
  /** Equals `low` when all of the rows have one value. */
  readonly high: string
  readonly lowSide: Point['side']
  readonly highSide: Point['side']
  /** Share of all rows. */
  readonly share: number
}

/**
 * Cuts the rows with a value into stretches: the most common values, and the histogram's buckets, which common values cut
 * into parts. Every bucket has as many rows as any other, besides those of common values; of the parts of one, nothing
 * is known, and they count as equal.
 */
export function stretchesOf({ nulls, points }: Distribution): Stretch[] {
  const common = points.reduce((sum, { share }) => sum + share, 0)
  const buckets = points.filter(({ isBound }) => isBound).length - 1
  const bucketShare = buckets > 0 ? Math.max(0, 1 - nulls - common) / buckets : 0
  // The bucket that lies behind each point, from 1; 0 and the one after the last are none.
  let bounds = 0
  const bucketBehind = points.map(({ isBound }) => {
    if (isBound) bounds += 1
    return bounds
  })
  const parts = new Map<number, number>()
  for (const bucket of bucketBehind) parts.set(bucket, (parts.get(bucket) ?? 0) + 1)
  return points.flatMap(({ value, share, isBound, side }, place) => {
    const stretches: Stretch[] = []
    if (!isBound) stretches.push({ low: value, high: value, lowSide: side, highSide: side, share })
    const bucket = bucketBehind[place]!
    const next = points[place + 1]
    if (next && bucket >= 1 && bucket <= buckets)
      stretches.push({
        low: value,
        high: next.value,
        lowSide: side,
        highSide: next.side,
        share: bucketShare / parts.get(bucket)!,
      })
    return stretches
  })
}
