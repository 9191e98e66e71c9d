import type { Line } from './lines.rules.ts'

/**
 * By how many lines the rows around line `top` have moved from one list to another: the nearest row that is in both
 * tells. 0 when none is.
 */
export function keptMove(before: readonly Line[], after: readonly Line[], top: number): number {
  const isKept = (line: number) => {
    const known = before[line]
    return known !== undefined && known.state !== 'gap' && after[line]?.key === known.key
  }
  // Most often nothing has moved.
  if (isKept(top)) return 0
  let lineOfKey: Map<string, number> | undefined
  for (let distance = 0; top - distance >= 0 || top + distance < before.length; distance += 1)
    for (const line of distance === 0 ? [top] : [top + distance, top - distance]) {
      const known = before[line]
      if (!known || known.state === 'gap') continue
      lineOfKey ??= new Map(after.map(({ key }, index) => [key, index]))
      const now = lineOfKey.get(known.key)
      if (now !== undefined) return now - line
    }
  return 0
}
