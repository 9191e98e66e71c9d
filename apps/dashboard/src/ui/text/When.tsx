import { dayOf, exactTime } from '../../lib/dates.ts'
import { relativeTime } from '../../lib/relative-time.ts'

/** One month: older times are dates. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000

/** A time: relative when recent, otherwise a date, with the exact time on hover. `never` is displayed for null. */
export function When({
  time,
  never = '–',
  className,
}: {
  time: string | number | null
  never?: string
  className?: string
}) {
  if (time === null) return <span className={className}>{never}</span>
  const moment = new Date(time)
  const isRecent = Math.abs(Date.now() - moment.getTime()) < RECENT_MS
  return (
    <time dateTime={moment.toISOString()} title={exactTime(moment)} className={className}>
      {isRecent ? relativeTime(moment) : dayOf(moment)}
    </time>
  )
}
