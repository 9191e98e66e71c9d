import {
  type MetricChartId,
  metricCharts,
  presetReports,
} from '@basalt/contract/metrics/metric-charts.rules.ts'
import type { MetricSeries } from '@basalt/contract/metrics/metrics.schema.ts'
import type { PresetReport } from '@basalt/contract/metrics/preset-reports.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { metricsOf } from './chart-drawing.rules.ts'
import { MetricChart } from './MetricChart.tsx'
import { metricQueries } from './metrics.queries.ts'
import { ReportControls } from './ReportControls.tsx'
import type { ReportSearch } from './report-search.rules.ts'
import { TableSizes } from './TableSizes.tsx'

/** A report that every project has: its charts over a time range. */
export function PresetReportPage({
  project,
  report,
  search,
  onSearchChange,
}: {
  project: Project
  report: PresetReport
  search: ReportSearch
  onSearchChange: (search: ReportSearch) => void
}) {
  const { ref } = project
  const { compare: isCompared = false, ...range } = search
  const { title, description } = presetReports[report]
  const charts: readonly MetricChartId[] = presetReports[report].charts
  const metrics = metricsOf(charts)
  const series = useQuery({ ...metricQueries.series(ref, metrics, range), placeholderData: keepPreviousData })
  const before = useQuery({
    ...metricQueries.series(ref, metrics, range, { isBefore: true }),
    enabled: isCompared,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title={title}
        description={`${description}. Measured once a minute while the project is awake.`}
        actions={
          <ReportControls
            project={project}
            search={search}
            onSearchChange={onSearchChange}
            isRefreshing={series.isRefetching}
          />
        }
      />
      {series.isError ? (
        <ErrorPanel
          title="Failed to load the report"
          message={series.error.message}
          requestId={requestIdOf(series.error)}
          onRetry={series.refetch}
          retrying={series.isFetching}
        />
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          {charts.map((chart) => (
            <ChartCard
              key={chart}
              projectRef={ref}
              chart={chart}
              series={series.data}
              before={isCompared ? before.data : undefined}
            />
          ))}
        </div>
      )}
      {report === 'database' && <TableSizes projectRef={ref} range={range} />}
    </div>
  )
}

const ChartCard = ({
  projectRef,
  chart,
  series,
  before,
}: {
  projectRef: string
  chart: MetricChartId
  series: MetricSeries | undefined
  before: MetricSeries | undefined
}) => (
  <Card title={metricCharts[chart].title} description={metricCharts[chart].description}>
    {series ? (
      <MetricChart projectRef={projectRef} chart={chart} series={series} before={before} />
    ) : (
      <Skeleton className="h-64" />
    )}
  </Card>
)
