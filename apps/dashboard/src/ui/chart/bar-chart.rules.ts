/** A limit more than this many times the tallest bar is left out, because it would flatten the bars. */
const LIMIT_REACH = 3

/** The top of a chart's scale, and whether it includes the limit. Without values the top is 1. */
export function chartScale(values: readonly (number | null)[], limit?: number) {
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  const showsLimit = limit !== undefined && highest > 0 && limit <= highest * LIMIT_REACH
  const top = Math.max(highest, showsLimit ? limit : 0)
  return { top: top > 0 ? top : 1, showsLimit }
}

/** The index of the bar at `x` among `count` bars of equal width; the nearest one for a point outside. */
export const barAt = (x: number, width: number, count: number) =>
  Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)))
