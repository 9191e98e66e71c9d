import { dayOf, exactTime } from '../../lib/dates.ts'
import { relativeTime } from '../../lib/relative-time.ts'

/** A month: before that, people think in days. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000

/** A moment: how long ago where it is recent, else its date, and exactly on hover. `never` stands for null. */
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
