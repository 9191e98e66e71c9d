import { useRef } from 'react'
import uPlot from 'uplot'
import { CHART_FONT, type ChartColours, type ChartSize, useChartCanvas } from './chart-canvas.ts'
import { stacked } from './time-chart.rules.ts'

export interface TimeLine {
  readonly label: string
  readonly tone: 'main' | 'good' | 'warning' | 'critical' | 'earlier'
  readonly values: readonly (number | null)[]
}

export interface TimeDrawing {
  /** `bars` are stacked, in the order of the lines from the bottom up. */
  readonly kind: 'bars' | 'lines'
  /** When each step begins, in milliseconds; even distances. */
  readonly starts: readonly number[]
  readonly stepMs: number
  readonly lines: readonly TimeLine[]
  /** Formats a value for the legend and the axis. */
  readonly format: (value: number) => string
  /** Whether values are bytes, of which 1,024 are a kilobyte: the axis has steps of powers of two. */
  readonly isBytes?: boolean
  /** The smallest top of the scale, so that a few bytes do not look like a mountain. */
  readonly topMin?: number
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const DAY_MS = 86_400_000
const POWERS_OF_TWO = Array.from({ length: 60 }, (_, n) => 2 ** n)

/**
 * Several lines, or stacked bars, over time in the local time zone, drawn on a canvas of its container's size. Dragging over
 * it chooses a time. The caller adds a table with the same numbers for screen readers.
 */
export function TimeChart({
  label,
  drawing,
  onChoose,
}: {
  /** A description for screen readers. */
  label: string
  /** Must keep its identity until the drawing changes. */
  drawing: TimeDrawing
  onChoose: (range: { from: number; to: number }) => void
}) {
  const choose = useRef(onChoose)
  choose.current = onChoose
  const host = useChartCanvas(drawing, (container, { starts, lines, kind }, colours, size) => {
    const ys =
      kind === 'bars' ? stacked(lines.map(({ values }) => values)) : lines.map(({ values }) => values)
    return new uPlot(
      optionsOf(drawing, colours, size, (range) => choose.current(range)),
      // The highest of a stack is drawn first, behind those below it.
      [starts as number[], ...(inDrawingOrder(kind, ys) as (number | null)[][])],
      container,
    )
  })
  return <div ref={host} role="img" aria-label={label} className="plot h-full w-full overflow-hidden" />
}

const inDrawingOrder = <T,>(kind: TimeDrawing['kind'], items: readonly T[]) =>
  kind === 'bars' ? items.toReversed() : [...items]

const toneColours: Readonly<Record<TimeLine['tone'], keyof ChartColours>> = {
  main: 'brand',
  good: 'success',
  warning: 'warning',
  critical: 'critical',
  earlier: 'inkFaint',
}

function optionsOf(
  { kind, stepMs, starts, lines, format, isBytes = false, topMin = 0 }: TimeDrawing,
  colours: ChartColours,
  size: ChartSize,
  onChoose: (range: { from: number; to: number }) => void,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: colours.inkMuted,
    font: CHART_FONT,
    grid: { stroke: colours.line, width: 1 },
    ticks: { show: false },
  }
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], align: 1 })
  const steps = uPlot.paths.linear?.()
  const isLong = starts.length * stepMs > DAY_MS
  const xText = (x: number) => (stepMs >= DAY_MS ? day : isLong ? dayClock : clock).format(x)
  // Without a pointer, the legend shows what was measured last.
  const last = lastMeasured(lines)
  const lastTime = last === undefined ? '' : xText(starts[last]!)
  return {
    ...size,
    ms: 1,
    scales: {
      x: { time: true, range: () => [starts[0] ?? 0, (starts.at(-1) ?? 0) + stepMs] },
      // Where all is nothing, any height shows it.
      y: { range: (_plot, _min, max) => [0, Math.max((max ?? 0) * 1.1, topMin) || 1] },
    },
    series: [
      { label: 'Time', value: (_plot, x) => (x === null ? lastTime : xText(x)) },
      ...inDrawingOrder(kind, lines).map(
        (line): uPlot.Series => ({
          label: line.label,
          stroke: colours[toneColours[line.tone]],
          width: kind === 'bars' ? 0 : 1.5,
          ...(line.tone === 'earlier' && { dash: [4, 3], width: 1 }),
          ...(kind === 'bars' && line.tone !== 'earlier' && bars
            ? { fill: colours[toneColours[line.tone]], paths: bars, points: { show: false } }
            : { ...(steps && { paths: steps }), points: { size: 4 } }),
          value: (_plot, _y, _series, index) => {
            const at = index ?? last
            const value = at === undefined ? undefined : line.values[at]
            return value === null || value === undefined ? '–' : format(value)
          },
        }),
      ),
    ],
    axes: [
      { ...axis, space: 80, values: (_plot, places) => places.map((place) => xText(place)) },
      {
        ...axis,
        size: 68,
        ...(isBytes && { incrs: POWERS_OF_TWO }),
        values: (_plot, values) => values.map((value) => format(value)),
      },
    ],
    cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 6 }, y: false },
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < 2) return
          const from = plot.posToVal(left, 'x')
          const to = plot.posToVal(left + width, 'x')
          onChoose({ from, to })
        },
      ],
    },
  }
}

const lastMeasured = (lines: readonly TimeLine[]) => {
  const last = Math.max(...lines.map(({ values }) => values.findLastIndex((value) => value !== null)))
  return last < 0 ? undefined : last
}
