const MS_PER_SECOND = 1000
const steps = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const

/**
 * Formats milliseconds in the largest unit only, rounded down: `3d`, `5h`, `12m`, `8s`; `0s` for NaN and less than a
 * second.
 */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / MS_PER_SECOND)) || 0
  for (const [unit, length] of steps) if (seconds >= length) return `${Math.floor(seconds / length)}${unit}`
  return `${seconds}s`
}

const words = [
  ['hour', 3_600],
  ['minute', 60],
] as const

/** About how long something takes, in the largest unit of which it has two: `90 seconds`, `2 minutes`. Its argument is in seconds. */
export function durationWords(seconds: number): string {
  const [unit, length] = words.find(([, size]) => seconds >= 2 * size) ?? (['second', 1] as const)
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, Math.round(seconds / length)),
  )
}
