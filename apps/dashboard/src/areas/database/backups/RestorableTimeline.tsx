import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { cx } from '../../../lib/class-names.ts'
import { exactTime } from '../../../lib/dates.ts'
import { changeTitle } from '../ledger/change-labels.rules.ts'
import {
  type MarkKind,
  type TimelineMark,
  timelineBars,
  timelineParts,
  timelinePosition,
  type Written,
} from './restorable-timeline.rules.ts'

const SECOND_MS = 1000

/**
 * The moments that can be restored, as a line with its gaps, on which one is chosen. Bars are what the server wrote; marks are
 * changes of members and restore points. A mark is chosen by pointing at it, and by keyboard in the lists below.
 */
export function RestorableTimeline({
  ranges,
  written,
  peak,
  marks,
  chosen,
  onChoose,
  onChooseMark,
}: {
  ranges: BackupOverview['pitr']['ranges']
  written: readonly Written[]
  /** What the highest bar stands for. */
  peak: string | undefined
  marks: readonly TimelineMark[]
  chosen: string | undefined
  /** Called with a moment as ISO 8601. */
  onChoose: (moment: string) => void
  onChooseMark: (mark: TimelineMark) => void
}) {
  const [first] = ranges
  const last = ranges.at(-1)
  if (!first || !last) return null
  const position = chosen === undefined ? undefined : timelinePosition(ranges, chosen)
  const legend = LEGEND.filter(([kind]) => marks.some((mark) => mark.kind === kind))
  const [start, end] = [Date.parse(first.earliest), Date.parse(last.latest)]
  return (
    <div className="flex flex-col gap-1.5">
      <div className="relative h-10">
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
          {timelineBars(ranges, written).map(({ start: left, width, height }) => (
            <div
              key={left}
              className="absolute bottom-0 bg-brand-line"
              style={{ left: `${left}%`, width: `${width}%`, height: `${height}%` }}
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
          // A change within the last second has the place of the end, so that the input reports no other value.
          onKeyDown={({ key }) => {
            if (key === 'End') onChoose(last.latest)
            if (key === 'Home') onChoose(first.earliest)
          }}
          className="absolute inset-0 h-full w-full cursor-pointer appearance-none rounded-sm bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
        />
        {marks.map((mark) => (
          <button
            key={`${mark.kind} ${mark.id}`}
            type="button"
            aria-hidden
            tabIndex={-1}
            title={`${NAMES[mark.kind]}, ${exactTime(mark.made_at)}${mark.change ? `: ${changeTitle(mark.change)}` : ''}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChooseMark(mark)}
            className="-translate-x-1/2 absolute inset-y-0 w-2.5 cursor-pointer"
            style={{ left: `clamp(5px, ${mark.place}%, calc(100% - 5px))` }}
          >
            <MarkShape kind={mark.kind} />
          </button>
        ))}
      </div>
      <div className="flex justify-between gap-4 text-ink-muted text-xs tabular-nums">
        <span>{exactTime(first.earliest)}</span>
        <span className="text-end">{exactTime(last.latest)}</span>
      </div>
      {(peak !== undefined || legend.length > 0) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
          {peak !== undefined && (
            <span className="flex items-center gap-1.5">
              <span className="h-2.5 w-1.5 bg-brand-line" aria-hidden />
              Log written by all clients, {peak}
            </span>
          )}
          {legend.map(([kind, text]) => (
            <span key={kind} className="flex items-center gap-1.5">
              <span className="relative h-4 w-2.5" aria-hidden>
                <MarkShape kind={kind} />
              </span>
              {text}
            </span>
          ))}
        </p>
      )}
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

const NAMES: Record<MarkKind, string> = {
  schema: 'Schema change',
  data: 'Change of rows',
  merge: 'Merge',
  point: 'Restore point',
}

const LEGEND: readonly (readonly [MarkKind, string])[] = [
  ['schema', 'Schema changes'],
  ['data', 'Changes of rows by members'],
  ['merge', 'Merges'],
  ['point', 'Restore points'],
]

const shapes: Record<MarkKind, string> = {
  schema: 'inset-y-0 w-0.5 bg-warning',
  data: 'bottom-0 h-1/3 w-0.5 bg-ink-muted',
  merge: 'top-1/2 size-2 -translate-y-1/2 rotate-45 bg-success',
  point: 'top-0.5 size-1.5 rounded-full bg-ink',
}

const MarkShape = ({ kind }: { kind: MarkKind }) => (
  <span className={cx('-translate-x-1/2 absolute left-1/2', shapes[kind])} />
)
