import type { BackupOverview, RecoveryTimeline } from '@basalt/contract/backups/backups.schema.ts'
import { exactTime } from '../../../lib/dates.ts'
import { timelineBars, timelineParts, timelinePosition } from './restorable-timeline.rules.ts'

const SECOND_MS = 1000

/** Where they lie, in percent; each place once. */
const marksOf = (ranges: BackupOverview['pitr']['ranges'], events: readonly { made_at: string }[]) => [
  ...new Set(
    events.map(({ made_at }) => timelinePosition(ranges, made_at)).filter((place) => place !== undefined),
  ),
]

/**
 * The moments that can be restored, as a line with its gaps, on which one is chosen. Bars are the writes of members, lines
 * their changes of the schema, and dots are restore points.
 */
export function RestorableTimeline({
  ranges,
  points,
  activity,
  chosen,
  onChoose,
}: {
  ranges: BackupOverview['pitr']['ranges']
  points: BackupOverview['pitr']['restore_points']
  activity: RecoveryTimeline | undefined
  chosen: string | undefined
  /** Called with a moment as ISO 8601. */
  onChoose: (moment: string) => void
}) {
  const [first] = ranges
  const last = ranges.at(-1)
  if (!first || !last) return null
  const position = chosen === undefined ? undefined : timelinePosition(ranges, chosen)
  const legend = [
    ...(activity?.writes.length ? ['Bars: writes by members'] : []),
    ...(activity?.schema_changes.length ? ['Lines: schema changes'] : []),
    ...(points.length > 0 ? ['Dots: restore points'] : []),
  ]
  const [start, end] = [Date.parse(first.earliest), Date.parse(last.latest)]
  return (
    <div className="flex flex-col gap-1.5">
      <div className="relative h-7">
        <div
          className="absolute inset-0 overflow-hidden rounded-sm border border-line bg-surface-2"
          aria-hidden
        >
          {timelineParts(ranges).map(({ start: left, width }) => (
            <div
              key={left}
              className="absolute inset-y-0 border-brand-line border-x bg-brand-subtle"
              style={{ left: `${left}%`, width: `${width}%` }}
            />
          ))}
          {timelineBars(ranges, activity?.writes ?? []).map(({ start: left, width, height }) => (
            <div
              key={left}
              className="absolute bottom-0 bg-brand-line"
              style={{ left: `${left}%`, width: `${width}%`, height: `${height}%` }}
            />
          ))}
          {marksOf(ranges, activity?.schema_changes ?? []).map((left) => (
            <div
              key={left}
              className="absolute inset-y-0 w-px bg-warning"
              style={{ left: `min(${left}%, calc(100% - 1px))` }}
            />
          ))}
          {marksOf(ranges, points).map((left) => (
            <div
              key={left}
              className="absolute top-0.5 size-1.5 rounded-full bg-ink"
              style={{ left: `clamp(0px, calc(${left}% - 3px), calc(100% - 6px))` }}
            />
          ))}
          {position !== undefined && (
            <div
              className="absolute inset-y-0 w-0.5 bg-brand"
              style={{ left: `clamp(0px, calc(${position}% - 1px), calc(100% - 2px))` }}
            />
          )}
        </div>
        <input
          type="range"
          aria-label="Moment on the timeline"
          aria-valuetext={chosen === undefined ? 'None' : exactTime(chosen)}
          min={start}
          max={end}
          step={SECOND_MS}
          value={chosen === undefined ? end : Date.parse(chosen)}
          onChange={({ target }) => onChoose(new Date(Number(target.value)).toISOString())}
          className="absolute inset-0 h-full w-full cursor-pointer appearance-none rounded-sm bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
        />
      </div>
      <div className="flex justify-between gap-4 text-ink-muted text-xs tabular-nums">
        <span>{exactTime(first.earliest)}</span>
        <span className="text-end">{exactTime(last.latest)}</span>
      </div>
      {legend.length > 0 && <p className="text-ink-muted text-xs">{legend.join(' · ')}</p>}
      {ranges.length > 1 && (
        <ul aria-label="Ranges that can be restored" className="text-ink-muted text-xs tabular-nums">
          {ranges.map(({ earliest, latest }) => (
            <li key={earliest}>
              From {exactTime(earliest)} to {exactTime(latest)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
