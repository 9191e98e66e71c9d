import { ChartColumn } from 'lucide-react'
import { use, useMemo } from 'react'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { latePanel } from '../../../../ui/late-panel.tsx'
import type { ExportRows } from '../results/result-export.ts'
import { countRows } from '../results/result-words.ts'
import { ChartSettings } from './ChartSettings.tsx'
import type { ChartConfig } from './chart-config.ts'
import { ChartContext } from './chart-context.ts'
import { chartData, dateLabel, obviousAxes } from './chart-data.ts'

const { LatePanel: Plot } = latePanel(
  async () => (await import('../../../../ui/chart/Plot.tsx')).Plot,
  'the chart',
)

const names: Record<ChartConfig['type'], string> = { bar: 'Bar', line: 'Line', area: 'Area' }
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/** A sample: of `of` rows, each `every`th is drawn. */
export interface Sample {
  readonly every: number
  readonly of: number
}

/** The rows that are shown of a result as a picture, with its settings beside it. */
export function ResultChart({
  rows,
  sample,
  isWaiting = false,
}: {
  rows: ExportRows
  sample?: Sample | undefined
  /** Whether what is to be drawn is still being read. */
  isWaiting?: boolean
}) {
  const { config: chosen, change } = use(ChartContext)
  const config = useMemo(() => withAxes(chosen, rows), [chosen, rows])
  const isSampled = sample !== undefined
  // A sum over some of the rows would look like that of all.
  const drawn = useMemo(() => (isSampled ? { ...config, cumulative: false } : config), [config, isSampled])
  return (
    <div className="flex h-full flex-col-reverse">
      <div className="min-h-0 min-w-0 flex-1 p-3">
        {isWaiting ? (
          <Spinner label="Reading the rows" />
        ) : (
          <Picture rows={rows} config={drawn} sample={sample} />
        )}
      </div>
      <ChartSettings rows={rows} config={config} isSampled={isSampled} onChange={change} />
    </div>
  )
}

/** Axes that this result lacks are replaced by the default ones. */
function withAxes(config: ChartConfig, rows: ExportRows): ChartConfig {
  const isHere = (key: string) => rows.fields.some(({ name }) => name === key)
  if (config.xKey !== '' || config.yKey !== '') {
    if (isHere(config.xKey) || isHere(config.yKey)) return config
  }
  return { ...config, ...obviousAxes(rows) }
}

function Picture({
  rows,
  config,
  sample,
}: {
  rows: ExportRows
  config: ChartConfig
  sample: Sample | undefined
}) {
  const { fields, columns, rowCount, order } = rows
  const data = useMemo(
    () => chartData({ fields, columns, rowCount, order }, config),
    [fields, columns, rowCount, order, config],
  )
  const drawing = useMemo(
    () =>
      data && {
        kind: config.type,
        xs: data.xs,
        scale: data.scale,
        labels: data.labels,
        ys: data.ys,
        xName: config.xKey,
        yName: config.yKey,
        formatX: (x: number) =>
          data.scale === 'category'
            ? (data.labels[x] ?? '')
            : data.scale === 'time'
              ? dateLabel(x)
              : number.format(x),
        hasGrid: config.showGrid,
        hasLabels: config.showLabels,
        isLogarithmic: config.logScale,
      },
    [data, config],
  )
  if (!data || !drawing)
    return (
      <Instead title="Choose what to draw">Set the X axis and the Y axis to columns of this result.</Instead>
    )
  if (data.ys.every((value) => value === null))
    return <Instead title="Nothing to draw">No value of {config.yKey} can be shown on this scale.</Instead>
  const values = data.ys.filter((value) => value !== null)
  const range = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  )
  return (
    <figure className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        <Plot
          drawing={drawing}
          label={`${names[config.type]} chart of ${config.yKey} by ${config.xKey}: ${countRows(values.length)}, from ${number.format(range[0])} to ${number.format(range[1])}`}
        />
      </div>
      {sample && (
        <figcaption className="text-ink-muted text-xs">
          {number.format(rowCount)} of {countRows(sample.of)} drawn: one of every{' '}
          {number.format(sample.every)}. Aggregate in SQL to draw all of them.
        </figcaption>
      )}
      {data.hidden > 0 && (
        <figcaption className="text-ink-muted text-xs">
          {countRows(data.hidden)} not shown: a logarithmic scale has no place for 0 and below.
        </figcaption>
      )}
    </figure>
  )
}

const Instead = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="grid h-full place-items-center overflow-auto">
    <EmptyState icon={ChartColumn} title={title} frame={false}>
      {children}
    </EmptyState>
  </div>
)
