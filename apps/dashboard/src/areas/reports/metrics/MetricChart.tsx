import { type MetricChartId, metricCharts } from '@basalt/contract/metrics/metric-charts.rules.ts'
import { metrics } from '@basalt/contract/metrics/metrics.rules.ts'
import type { MetricSeries } from '@basalt/contract/metrics/metrics.schema.ts'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { dayAndTime } from '../../../lib/dates.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { lazyPanel } from '../../../ui/lazy-panel.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { chartDrawing, chartFacts, chartTable, chosenTimes } from './chart-drawing.rules.ts'

const { LazyPanel: TimeChart } = lazyPanel(
  async () => (await import('../../../ui/chart/TimeChart.tsx')).TimeChart,
  'the chart',
)

interface Times {
  from: string
  to: string
}

/** The lines of a chart with their numbers, also as a table. A chosen time leads to its logs. */
export function MetricChart({
  projectRef,
  chart,
  series,
  before,
  isInBlock = false,
}: {
  projectRef: string
  chart: MetricChartId
  series: MetricSeries
  /** The period before, to compare with. */
  before?: MetricSeries | undefined
  /** In a block of a report that somebody put together, which says how high it is. */
  isInBlock?: boolean
}) {
  const [chosen, setChosen] = useState<Times>()
  const drawing = useMemo(() => chartDrawing(chart, series, before), [chart, series, before])
  const facts = chartFacts(chart, series, before)
  const { title } = metricCharts[chart]
  if (!drawing)
    return (
      <p className="grid h-full min-h-40 place-items-center rounded-md border border-line-strong border-dashed px-4 text-center text-ink-muted text-sm">
        Nothing was measured in this time. A sleeping project is not measured.
      </p>
    )
  return (
    <div className="flex h-full min-h-0 flex-col gap-2">
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {facts.map(({ metric, label, value = '–', change }) => (
          <div key={metric} className="flex flex-col">
            <dt className="text-2xs text-ink-muted">{label}</dt>
            <dd className="font-medium text-sm tabular-nums">
              {value}
              {change !== undefined && (
                <span className="ml-2 font-normal text-ink-muted text-xs">{change}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className={`relative flex-1 ${isInBlock ? 'min-h-56 lg:min-h-32' : 'min-h-56'}`}>
        {/* Out of the flow: a chart that follows its container must not make it larger. */}
        <div className="absolute inset-0">
          <TimeChart
            label={`${title}: ${facts.map(({ label, value = 'nothing' }) => `${label} ${value}`).join(', ')}`}
            drawing={drawing}
            onChoose={(range) => setChosen(chosenTimes(range, series.step_ms))}
          />
        </div>
      </div>
      {chosen ? (
        <div className="flex flex-wrap items-center gap-2 text-sm" role="status">
          <Badge>
            {dayAndTime(chosen.from)} – {dayAndTime(chosen.to)}
          </Badge>
          <LogsLink projectRef={projectRef} chart={chart} times={chosen} />
          <IconButton label="Clear the chosen time" icon={X} size="sm" onClick={() => setChosen(undefined)} />
        </div>
      ) : (
        <Disclosure summary="Show as table">
          <ChartTable projectRef={projectRef} chart={chart} series={series} />
        </Disclosure>
      )}
    </div>
  )
}

/** The numbers of a chart. Each step links to its logs, which a pointer reaches by dragging over the chart. */
function ChartTable({
  projectRef,
  chart,
  series,
}: {
  projectRef: string
  chart: MetricChartId
  series: MetricSeries
}) {
  const { title, lines } = metricCharts[chart]
  return (
    <div className="max-h-72 overflow-y-auto">
      <Table
        label={`${title} over time`}
        dense
        rows={chartTable(chart, series)}
        rowKey={({ start }) => String(start)}
        columns={[
          { key: 'time', header: 'From', cell: ({ start }) => dayAndTime(start) },
          ...lines.map(([metric], index) => ({
            key: metric,
            header: metrics[metric].title,
            align: 'end' as const,
            cell: ({ values }: { values: string[] }) => <span className="tabular-nums">{values[index]}</span>,
          })),
          {
            key: 'logs',
            header: <span className="sr-only">Logs</span>,
            align: 'end',
            width: '5rem',
            cell: ({ start }) => (
              <LogsLink
                projectRef={projectRef}
                chart={chart}
                times={chosenTimes({ from: start, to: start }, series.step_ms)}
                label="Logs"
              />
            ),
          },
        ]}
      />
    </div>
  )
}

function LogsLink({
  projectRef,
  chart,
  times,
  label = 'Show the logs',
}: {
  projectRef: string
  chart: MetricChartId
  times: Times
  label?: string
}) {
  const { scope, q }: { scope: string; q?: string } = metricCharts[chart].logs
  return (
    <ButtonLink
      size="sm"
      render={
        <Link
          to="/project/$ref/logs/$source"
          params={{ ref: projectRef, source: scope.replace('_', '-') }}
          search={{ ...times, ...(q !== undefined && { q }) }}
        />
      }
    >
      {label}
    </ButtonLink>
  )
}
