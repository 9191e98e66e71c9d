/** Kept above and below what is seen, so that the arrow keys and a turn of the wheel always find a row. */
const OVERSCAN = 6

/** Which rows to draw: those in sight and some around them, `end` not included. */
export function windowOf({ top, height }: { top: number; height: number }, rowHeight: number, count: number) {
  const first = Math.min(Math.floor(top / rowHeight), Math.max(0, count - 1))
  const last = Math.ceil((top + height) / rowHeight)
  return { start: Math.max(0, first - OVERSCAN), end: Math.min(count, Math.max(last, first) + OVERSCAN) }
}
