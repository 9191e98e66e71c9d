/** Kept above and below what is seen, so that the arrow keys and a turn of the wheel always find a row. */
const OVERSCAN = 6

/** Which rows to draw: those in sight and some around them, `end` not included. */
export function windowOf({ top, height }: { top: number; height: number }, rowHeight: number, count: number) {
  const first = Math.min(Math.floor(top / rowHeight), Math.max(0, count - 1))
  const last = Math.ceil((top + height) / rowHeight)
  return { start: Math.max(0, first - OVERSCAN), end: Math.min(count, Math.max(last, first) + OVERSCAN) }
}

/** The place, from 1 on, that a key leads to in a list of so many rows; undefined for keys that lead nowhere. */
export function placeAfter(key: string, place: number, page: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.min(count, Math.max(1, place + step))
}
