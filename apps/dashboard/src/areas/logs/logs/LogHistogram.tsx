import { logLevels } from '@basalt/contract/logs/logs.rules.ts'
import type { LogHistogram as Histogram } from '@basalt/contract/logs/logs.schema.ts'
import { type PointerEvent, useState } from 'react'
import { barIndex, barsOf, brushedTimes, type HistogramBar } from './histogram.rules.ts'
import { levelLabels, logTime } from './log-text.rules.ts'

const HEIGHT = 100
const GAP = 0.14
/** From the bottom up. */
const fills = { info: 'fill-brand', warning: 'fill-warning', error: 'fill-critical' } as const

const count = (value: number) => value.toLocaleString('en')

/** Events over time by level. Dragging over bars chooses their time; a click chooses one bar's. */
export function LogHistogram({
  histogram,
  onBrush,
}: {
  histogram: Histogram
  onBrush: (times: { from: string; to: string }) => void
}) {
  const [pointed, setPointed] = useState<number>()
  const [start, setStart] = useState<number>()
  const { bars, highest } = barsOf(histogram)
  const width = histogram.bucket_ms
  const indexAt = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width: pixels } = currentTarget.getBoundingClientRect()
    return barIndex((clientX - left) / pixels, bars.length)
  }
  const bar = pointed === undefined ? undefined : bars[pointed]
  const [brushFrom, brushTo] =
    start === undefined || pointed === undefined
      ? []
      : [Math.min(start, pointed), Math.max(start, pointed) + 1]
  return (
    <figure className="flex flex-col gap-1">
      <div className="flex h-4 justify-between gap-2 text-2xs text-ink-muted tabular-nums">
        <span>
          {count(histogram.total)} {histogram.total === 1 ? 'event' : 'events'}
          {histogram.left_out > 0 && `, ${count(histogram.left_out)} more were not written`}
        </span>
        <span className="text-ink" aria-hidden="true">
          {bar && barText(bar)}
        </span>
      </div>
      {/* The range picker does the same by keyboard. */}
      <svg
        role="img"
        aria-label={summaryOf(histogram)}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-20 w-full cursor-crosshair touch-none border-line-strong border-b"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setStart(indexAt(event))
          setPointed(indexAt(event))
        }}
        onPointerMove={(event) => setPointed(indexAt(event))}
        onPointerUp={(event) => {
          if (start === undefined) return
          setStart(undefined)
          onBrush(brushedTimes(bars, start, indexAt(event), width))
        }}
        onPointerCancel={() => setStart(undefined)}
        onPointerLeave={() => start === undefined && setPointed(undefined)}
      >
        {brushFrom === undefined || brushTo === undefined ? (
          pointed !== undefined && (
            <rect x={pointed} y={0} width={1} height={HEIGHT} className="fill-surface-3" />
          )
        ) : (
          <rect
            x={brushFrom}
            y={0}
            width={brushTo - brushFrom}
            height={HEIGHT}
            className="fill-brand-subtle"
          />
        )}
        {bars.map((one, index) => (
          <Bar key={one.start} bar={one} x={index} highest={highest} />
        ))}
      </svg>
      <figcaption
        className="flex justify-between gap-2 text-2xs text-ink-muted tabular-nums"
        aria-hidden="true"
      >
        <span>{logTime(histogram.from).slice(0, -4)}</span>
        <span>{logTime(histogram.to).slice(0, -4)}</span>
      </figcaption>
    </figure>
  )
}

function Bar({ bar, x, highest }: { bar: HistogramBar; x: number; highest: number }) {
  let top = HEIGHT
  return logLevels.map((level) => {
    if (bar[level] === 0) return null
    // One event among thousands is seen too.
    const height = Math.max(2, (bar[level] / highest) * HEIGHT)
    top = Math.max(0, top - height)
    return (
      <rect key={level} x={x + GAP / 2} y={top} width={1 - GAP} height={height} className={fills[level]} />
    )
  })
}

const barText = (bar: HistogramBar) =>
  `${logTime(new Date(bar.start).toISOString()).slice(0, -4)}: ${
    logLevels
      .filter((level) => bar[level] > 0)
      .map((level) => `${count(bar[level])} ${levelLabels[level].toLowerCase()}`)
      .join(', ') || 'nothing'
  }`

function summaryOf({ buckets, total }: Histogram) {
  const sum = (level: 'warning' | 'error') => buckets.reduce((all, bucket) => all + bucket[level], 0)
  return `Events over time: ${count(total)}, of them ${count(sum('error'))} errors and ${count(sum('warning'))} warnings`
}
