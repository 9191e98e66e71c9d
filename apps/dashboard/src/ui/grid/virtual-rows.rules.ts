/** Rows rendered above and below the viewport, so that arrow keys and the wheel always find one. */
const OVERSCAN = 6

/** The range of rows to render: the visible ones and some around them; `end` is exclusive. */
export function windowOf({ top, height }: { top: number; height: number }, rowHeight: number, count: number) {
  const first = Math.min(Math.floor(top / rowHeight), Math.max(0, count - 1))
  const last = Math.ceil((top + height) / rowHeight)
  return { start: Math.max(0, first - OVERSCAN), end: Math.min(count, Math.max(last, first) + OVERSCAN) }
}

/** The position, from 1, that a key moves to in a list of `count` rows; undefined for other keys. */
export function positionAfter(key: string, place: number, page: number, count: number): number | undefined {
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
