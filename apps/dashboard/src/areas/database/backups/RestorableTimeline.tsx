import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { dayAndTime } from '../../../lib/dates.ts'
import { timelineParts, timelinePosition } from './restorable-timeline.rules.ts'

/** The moments that can be restored, as a line with its gaps, and the chosen one on it. */
export function RestorableTimeline({
  ranges,
  chosen,
}: {
  ranges: BackupOverview['pitr']['ranges']
  chosen: string | undefined
}) {
  const [first] = ranges
  const last = ranges.at(-1)
  if (!first || !last) return null
  const position = chosen === undefined ? undefined : timelinePosition(ranges, chosen)
  return (
    <div className="flex flex-col gap-1.5">
      <div className="relative h-7 overflow-hidden rounded-sm border border-line bg-surface-2" aria-hidden>
        {timelineParts(ranges).map(({ start, width }) => (
          <div
            key={start}
            className="absolute inset-y-0 bg-brand-subtle"
            style={{ left: `${start}%`, width: `${width}%` }}
          />
        ))}
        {position !== undefined && (
          <div className="absolute inset-y-0 w-0.5 bg-brand" style={{ left: `calc(${position}% - 1px)` }} />
        )}
      </div>
      <div className="flex justify-between gap-4 text-ink-muted text-xs tabular-nums">
        <span>{dayAndTime(first.earliest)}</span>
        <span>{dayAndTime(last.latest)}</span>
      </div>
      {ranges.length > 1 && (
        <ul aria-label="Ranges that can be restored" className="text-ink-muted text-xs">
          {ranges.map(({ earliest, latest }) => (
            <li key={earliest}>
              From {dayAndTime(earliest)} to {dayAndTime(latest)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
