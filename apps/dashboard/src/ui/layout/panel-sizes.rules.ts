/** Percent of the whole, from 0 to 100. */
export interface PanelBounds {
  defaultSize: number
  minSize?: number
  maxSize?: number
}

/** What rounding may leave of a whole that is remembered. */
const TOLERANCE = 0.5

/** The remembered sizes while they still fit the panels, which another version of the page may have changed. */
export function startSizes(panels: readonly PanelBounds[], remembered: readonly number[]): readonly number[] {
  const whole = remembered.reduce((sum, size) => sum + size, 0)
  const fits =
    remembered.length === panels.length &&
    Math.abs(whole - 100) < TOLERANCE &&
    panels.every(({ minSize = 0, maxSize = 100 }, index) => {
      const size = remembered[index] ?? Number.NaN
      return size >= minSize - TOLERANCE && size <= maxSize + TOLERANCE
    })
  return fits ? remembered : panels.map(({ defaultSize }) => defaultSize)
}

/** How small and how large the panel before this border may get, with what only its neighbour gives and takes. */
export function borderRange(
  panels: readonly PanelBounds[],
  sizes: readonly number[],
  border: number,
): readonly [from: number, to: number] {
  const before = panels[border - 1]
  const after = panels[border]
  const both = (sizes[border - 1] ?? 0) + (sizes[border] ?? 0)
  return [
    Math.max(before?.minSize ?? 0, both - (after?.maxSize ?? 100)),
    Math.min(before?.maxSize ?? 100, both - (after?.minSize ?? 0)),
  ]
}

/** The sizes once the panel before this border has `size`, or as near to it as it may. */
export function withBorderAt(
  panels: readonly PanelBounds[],
  sizes: readonly number[],
  border: number,
  size: number,
): readonly number[] {
  const [from, to] = borderRange(panels, sizes, border)
  const next = Math.min(Math.max(size, from), to)
  const moved = next - (sizes[border - 1] ?? 0)
  return sizes.map((one, index) => (index === border - 1 ? next : index === border ? one - moved : one))
}
