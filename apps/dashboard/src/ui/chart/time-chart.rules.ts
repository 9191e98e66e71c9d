type Values = readonly (number | null)[]

/** The upper ends of stacked bars: each line with those below it. A step without any value has no bar. */
export function stacked(lines: readonly Values[]): (number | null)[][] {
  const sums: (number | null)[] = new Array(lines[0]?.length ?? 0).fill(null)
  return lines.map((values) => {
    for (const [index, value] of values.entries())
      if (value !== null) sums[index] = (sums[index] ?? 0) + value
    return [...sums]
  })
}

/** The points of a sparkline as an SVG path in a box of this size, with a gap where nothing was measured. */
export function sparkPath(values: Values, width: number, height: number): string {
  const top = Math.max(...values.map((value) => value ?? 0))
  const step = values.length > 1 ? width / (values.length - 1) : 0
  let path = ''
  let isDrawing = false
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDrawing = false
      continue
    }
    const y = top === 0 ? height : height - (value / top) * height
    path += `${isDrawing ? 'L' : 'M'}${round(index * step)} ${round(y)}`
    // A single point is a short line, or it would not be seen.
    if (!isDrawing && (values[index + 1] ?? null) === null) path += `l1 0`
    isDrawing = true
  }
  return path
}

const round = (value: number) => Math.round(value * 10) / 10
