import type { StatementResult } from '@basalt/contract/query/query.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { lazyPanel } from '../../../ui/lazy-panel.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { type ChartConfig, defaultChart } from '../query/chart/chart-config.ts'
import { chartData, dateLabel, defaultAxes } from '../query/chart/chart-data.ts'
import { snippetQueries } from './snippets.queries.ts'

const { LazyPanel: Plot } = lazyPanel(
  async () => (await import('../../../ui/chart/Plot.tsx')).Plot,
  'the chart',
)

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/**
 * What a saved query returns, run read-only when it is shown: as the chart that was saved with it, otherwise as a table.
 */
export function SnippetResult({ projectRef, snippetId }: { projectRef: string; snippetId: string }) {
  const snippet = useQuery(snippetQueries.item(projectRef, snippetId))
  const sql = snippet.data?.content.sql ?? ''
  const result = useQuery({ ...snippetQueries.result(projectRef, sql), enabled: sql.trim() !== '' })
  const failed = [snippet, result].find(({ isError }) => isError)
  if (failed)
    return (
      <p role="alert" className="wrap-anywhere h-full overflow-auto text-critical-ink text-sm">
        {failed.error?.message}
      </p>
    )
  if (snippet.data && sql.trim() === '') return <Note>This query has no SQL yet.</Note>
  if (result.isPending) return <Skeleton className="h-full min-h-24" />
  if (!result.data) return <Note>This query returns no rows.</Note>
  return <Result result={result.data} chart={snippet.data?.content.chart} />
}

const Note = ({ children }: { children: string }) => <p className="text-ink-muted text-sm">{children}</p>

interface NumberedRow {
  row: StatementResult['rows'][number]
  index: number
}

function Result({ result, chart }: { result: StatementResult; chart: Partial<ChartConfig> | undefined }) {
  const { fields, rows } = result
  const drawn = useMemo(() => {
    if (!chart) return undefined
    const data = {
      fields,
      columns: fields.map((_, column) => rows.map((row) => row[column] ?? null)),
      rowCount: rows.length,
    }
    const config = { ...defaultChart, ...chart }
    const withAxes = config.xKey === '' && config.yKey === '' ? { ...config, ...defaultAxes(data) } : config
    const points = chartData(data, withAxes)
    return points && { points, config: withAxes }
  }, [chart, fields, rows])
  const drawing = useMemo(
    () =>
      drawn && {
        kind: drawn.config.type,
        xs: drawn.points.xs,
        scale: drawn.points.scale,
        labels: drawn.points.labels,
        ys: drawn.points.ys,
        xName: drawn.config.xKey,
        yName: drawn.config.yKey,
        formatX: (x: number) =>
          drawn.points.scale === 'category'
            ? (drawn.points.labels[x] ?? '')
            : drawn.points.scale === 'time'
              ? dateLabel(x)
              : number.format(x),
        hasGrid: drawn.config.showGrid,
        hasLabels: drawn.config.showLabels,
        isLogarithmic: drawn.config.logScale,
      },
    [drawn],
  )
  if (drawn && drawing)
    return (
      <Plot
        label={`${drawn.config.yKey} by ${drawn.config.xKey}: ${drawn.points.ys.length} values`}
        drawing={drawing}
      />
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is scrolled by keyboard
    <section className="h-full overflow-auto" tabIndex={0} aria-label="Rows of the query">
      <Table
        label="Rows"
        dense
        rows={rows.map((row, index): NumberedRow => ({ row, index }))}
        rowKey={({ index }) => String(index)}
        columns={fields.map(({ name }, column) => ({
          key: `${column} ${name}`,
          header: name,
          cell: ({ row }: NumberedRow) => row[column] ?? <span className="text-ink-faint">NULL</span>,
        }))}
      />
    </section>
  )
}
