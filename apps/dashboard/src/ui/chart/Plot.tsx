import uPlot from 'uplot'
import { CHART_FONT, type ChartColours, type ChartSize, useChartCanvas } from './chart-canvas.ts'

export interface PlotDrawing {
  kind: 'bar' | 'line' | 'area'
  /** Ascending: milliseconds on a time scale, category indexes from 0 on a category scale. */
  xs: readonly number[]
  scale: 'category' | 'number' | 'time'
  /** The labels of a category scale. */
  labels: readonly string[]
  ys: readonly (number | null)[]
  xName: string
  yName: string
  /** Formats an x value for the legend. */
  formatX: (x: number) => string
  hasGrid: boolean
  /** Draws each value, as long as there is room. */
  hasLabels: boolean
  isLogarithmic: boolean
}

/** With more values, the labels would overlap. */
const LABELLED_MAX = 60
const AXIS_LABEL_LENGTH = 18

/**
 * uPlot's time axis labels: the smallest step in milliseconds, its format, and the second line at the start of a year,
 * month, day, hour, minute or second; the final 1 puts it below.
 */
const TIME_LABELS = [
  [31_536_000_000, '{YYYY}', null, null, null, null, null, null, 1],
  [2_419_200_000, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400_000, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [60_000, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
  [1000, '{HH}:{mm}:{ss}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
  [
    1,
    '{ss}.{fff}',
    '\n{D} {MMM} {YYYY} {HH}:{mm}',
    null,
    '\n{D} {MMM} {HH}:{mm}',
    null,
    '\n{HH}:{mm}',
    null,
    1,
  ],
] as unknown as uPlot.Axis.Values
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })

/**
 * One series on two axes, drawn on a canvas of its container's size. A legend describes the point below the pointer.
 */
export function Plot({
  label,
  drawing,
}: {
  /** A description for screen readers. */
  label: string
  /** Must keep its identity until the drawing changes. */
  drawing: PlotDrawing
}) {
  const host = useChartCanvas(
    drawing,
    (container, { xs, ys }, colours, size) =>
      new uPlot(optionsOf(drawing, colours, size), [xs as number[], ys as (number | null)[]], container),
  )
  return <div ref={host} role="img" aria-label={label} className="plot h-full w-full overflow-hidden" />
}

/** Without a pointer, the legend shows the last value. */
function showLast(plot: uPlot) {
  if (typeof plot.legend.idx === 'number') return
  const last = plot.data[1]?.findLastIndex((value) => value !== null && value !== undefined) ?? -1
  if (last >= 0) plot.setLegend({ idx: last }, false)
}

function optionsOf(drawing: PlotDrawing, colours: ChartColours, size: ChartSize): uPlot.Options {
  const { kind, scale, labels, ys, xName, yName, formatX, hasGrid, hasLabels, isLogarithmic } = drawing
  const isCategory = scale === 'category'
  const axis: uPlot.Axis = {
    stroke: colours.inkMuted,
    font: CHART_FONT,
    grid: { show: hasGrid, stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line, width: 1 },
  }
  const bars = uPlot.paths.bars?.({ size: [0.7, 80] })
  return {
    ...size,
    ms: 1,
    tzDate: (milliseconds) => uPlot.tzDate(new Date(milliseconds), 'Etc/UTC'),
    scales: {
      x: {
        time: scale === 'time',
        // Half a bar more on both sides, so that the first and last bar are not cut off.
        ...(isCategory && { range: () => [-0.6, labels.length - 0.4] as uPlot.Range.MinMax }),
      },
      y: isLogarithmic ? { distr: 3 } : kind === 'line' ? {} : { range: fromZero },
    },
    series: [
      { label: xName, value: (_plot, x) => (x === null ? '' : formatX(x)) },
      {
        label: yName,
        stroke: colours.brand,
        width: 1.5,
        ...(kind !== 'line' && { fill: kind === 'bar' ? colours.brand : colours.brandSubtle }),
        ...(kind === 'bar' && bars && { paths: bars, points: { show: false } }),
        value: (_plot, y) => (y === null ? '' : number.format(y)),
      },
    ],
    axes: [
      {
        ...axis,
        ...(isCategory && {
          space: 90,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 500_000],
          values: (_plot: uPlot, places: number[]) => places.map((place) => shortened(labels[place])),
        }),
        ...(scale === 'time' && { values: TIME_LABELS }),
      },
      {
        ...axis,
        size: 64,
        values: (_plot, values) => values.map((value) => (value === null ? '' : short.format(value))),
      },
    ],
    cursor: { drag: { x: scale !== 'category', y: false }, points: { size: 7 } },
    hooks: {
      ready: [showLast],
      setLegend: [showLast],
      ...(hasLabels &&
        ys.length <= LABELLED_MAX && { draw: [(plot: uPlot) => drawLabels(plot, colours.ink)] }),
    },
  }
}

/** Bars and areas start at zero. */
const fromZero: uPlot.Range.Function = (_plot, min, max) => {
  const [low, high] = uPlot.rangeNum(Math.min(min ?? 0, 0), Math.max(max ?? 0, 0), 0.1, true)
  return [(min ?? 0) >= 0 ? 0 : low, (max ?? 0) <= 0 && (min ?? 0) < 0 ? 0 : high]
}

const shortened = (text = '') =>
  text.length > AXIS_LABEL_LENGTH ? `${text.slice(0, AXIS_LABEL_LENGTH - 1)}…` : text

function drawLabels(plot: uPlot, colour: string) {
  const { ctx } = plot
  ctx.save()
  ctx.fillStyle = colour
  ctx.textAlign = 'center'
  ctx.textBaseline = 'bottom'
  ctx.font = `${11 * devicePixelRatio}px Inter Variable, sans-serif`
  const [xs, ys] = plot.data
  for (const [index, x] of xs.entries()) {
    const y = ys?.[index]
    if (y === null || y === undefined) continue
    ctx.fillText(
      short.format(y),
      plot.valToPos(x, 'x', true),
      plot.valToPos(y, 'y', true) - 4 * devicePixelRatio,
    )
  }
  ctx.restore()
}
