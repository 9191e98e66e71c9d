/** A limit further away than this many times the tallest bar would make the bars invisible: it is left out. */
const LIMIT_REACH = 3

/** How high a chart reaches, and whether its limit is in sight. A chart without any value reaches to 1. */
export function chartScale(values: readonly (number | null)[], limit?: number) {
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  const showsLimit = limit !== undefined && highest > 0 && limit <= highest * LIMIT_REACH
  const top = Math.max(highest, showsLimit ? limit : 0)
  return { top: top > 0 ? top : 1, showsLimit }
}

/** Which of `count` bars of equal width lies below a point; the nearest for a point outside. */
export const barAt = (x: number, width: number, count: number) =>
  Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)))
