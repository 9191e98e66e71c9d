import { ChartColumn } from 'lucide-react'
import { use, useMemo } from 'react'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { lazyPanel } from '../../../../ui/lazy-panel.tsx'
import type { ExportRows } from '../results/result-export.ts'
import { countRows } from '../results/result-labels.ts'
import { ChartSettings } from './ChartSettings.tsx'
import type { ChartConfig } from './chart-config.ts'
import { ChartContext } from './chart-context.ts'
import { chartData, dateLabel, defaultAxes } from './chart-data.ts'

const { LazyPanel: Plot } = lazyPanel(
  async () => (await import('../../../../ui/chart/Plot.tsx')).Plot,
  'the chart',
)

const names: Record<ChartConfig['type'], string> = { bar: 'Bar', line: 'Line', area: 'Area' }
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/** The chart draws every `every`th of `of` rows. */
export interface Sample {
  readonly every: number
  readonly of: number
}

/** A chart of a result's visible rows, with its settings. */
export function ResultChart({
  rows,
  sample,
  isLoading = false,
}: {
  rows: ExportRows
  sample?: Sample | undefined
  isLoading?: boolean
}) {
  const { config: chosen, change } = use(ChartContext)
  const config = useMemo(() => withAxes(chosen, rows), [chosen, rows])
  const isSampled = sample !== undefined
  // A running total of a sample would look like that of all rows.
  const drawn = useMemo(() => (isSampled ? { ...config, cumulative: false } : config), [config, isSampled])
  return (
    <div className="flex h-full flex-col-reverse">
      <div className="min-h-0 min-w-0 flex-1 p-3">
        {isLoading ? <Spinner label="Loading rows" /> : <Chart rows={rows} config={drawn} sample={sample} />}
      </div>
      <ChartSettings rows={rows} config={config} isSampled={isSampled} onChange={change} />
    </div>
  )
}

/** Replaces axes that this result lacks by the default ones. */
function withAxes(config: ChartConfig, rows: ExportRows): ChartConfig {
  const isHere = (key: string) => rows.fields.some(({ name }) => name === key)
  if (config.xKey !== '' || config.yKey !== '') {
    if (isHere(config.xKey) || isHere(config.yKey)) return config
  }
  return { ...config, ...defaultAxes(rows) }
}

function Chart({
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
      <Placeholder title="Choose the axes">
        Choose a column for the X axis and one for the Y axis.
      </Placeholder>
    )
  if (data.ys.every((value) => value === null))
    return <Placeholder title="Nothing to draw">No value of {config.yKey} fits this scale.</Placeholder>
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
          {number.format(rowCount)} of {countRows(sample.of)} drawn: one in every{' '}
          {number.format(sample.every)}. Aggregate in SQL to draw all of them.
        </figcaption>
      )}
      {data.hidden > 0 && (
        <figcaption className="text-ink-muted text-xs">
          {countRows(data.hidden)} hidden: a logarithmic scale cannot show zero or negative values.
        </figcaption>
      )}
    </figure>
  )
}

const Placeholder = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="grid h-full place-items-center overflow-auto">
    <EmptyState icon={ChartColumn} title={title} frame={false}>
      {children}
    </EmptyState>
  </div>
)
