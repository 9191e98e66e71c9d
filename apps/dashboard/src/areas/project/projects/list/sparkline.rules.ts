/** The height of zero, so that the time range stays visible. */
const BASE_HEIGHT = 1
const GAP = 1

/** The bars of a sparkline; the highest fills the height. */
export function sparkline(values: readonly number[], { width, height }: { width: number; height: number }) {
  const most = Math.max(...values, 1)
  const step = width / values.length
  return values.map((value, index) => {
    const bar = Math.max(BASE_HEIGHT, (value / most) * height)
    return { x: index * step, y: height - bar, width: step - GAP, height: bar }
  })
}
