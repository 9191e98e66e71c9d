import { relativeTime } from '../../lib/relative-time.ts'

/** A month: before that, people think in days. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** A time: relative when recent, otherwise the date, and exact on hover; a dash for none. */
export function When({ time, className }: { time: string | null; className?: string }) {
  if (time === null) return <span className={className}>–</span>
  const moment = new Date(time)
  const isRecent = Math.abs(Date.now() - moment.getTime()) < RECENT_MS
  return (
    <time dateTime={time} title={exact.format(moment)} className={className}>
      {isRecent ? relativeTime(moment) : date.format(moment)}
    </time>
  )
}
