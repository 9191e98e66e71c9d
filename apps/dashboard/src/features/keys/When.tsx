import { exactTime } from '../../lib/dates.ts'
import { relativeTime } from '../../lib/relative-time.ts'

/** How long ago; the full time on hover. */
export function When({ time, never }: { time: string | null; never: string }) {
  if (time === null) return <span>{never}</span>
  const date = new Date(time)
  return (
    <time dateTime={time} title={exactTime(date)}>
      {relativeTime(date)}
    </time>
  )
}
