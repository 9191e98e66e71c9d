const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const JUST_NOW_SECONDS = 10

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** How long ago (or ahead) `time` is, seen from `now`, in its largest unit: `just now`, `5 minutes ago`, `tomorrow`. */
export function relativeTime(time: Date, now: Date = new Date()): string {
  const seconds = (time.getTime() - now.getTime()) / 1000
  if (!Number.isFinite(seconds)) return 'unknown'
  const distance = Math.abs(seconds)
  if (distance < JUST_NOW_SECONDS) return 'just now'
  for (const [unit, length] of steps) {
    if (distance >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return relative.format(Math.trunc(seconds), 'second')
}
