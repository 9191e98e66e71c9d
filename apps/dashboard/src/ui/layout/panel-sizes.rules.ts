/** Percent of the whole, from 0 to 100. */
export interface PanelBounds {
  defaultSize: number
  minSize?: number
  maxSize?: number
}

/** The rounding error allowed in the sum of stored sizes. */
const TOLERANCE = 0.5

/** The stored sizes if they still fit the panels, otherwise the default sizes. */
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

/** The size range of the panel before this border, resized against the panel after it. */
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

/** The sizes after giving the panel before this border `size`, limited to its range. */
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
