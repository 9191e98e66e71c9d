import { LOG_QUERY_ROWS_MAX } from '@basalt/contract/logs/logs.rules.ts'
import type { LogQueryResult } from '@basalt/contract/logs/logs.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { BookOpen, ChartColumn, FileText, Play, Table2 } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonGroup } from '../../../ui/controls/ButtonGroup.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { GRID_ROW_HEIGHT } from '../../../ui/grid/data-grid.rules.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { type ChartConfig, defaultChart, RowsChart } from '../../sql/query/RowsChart.port.tsx'
import { SqlField } from '../../sql/query/SqlField.port.tsx'
import { SavedSearches } from '../log-searches/SavedSearches.tsx'
import { columnsOf, gridType, logTemplates } from './explorer.rules.ts'
import type { ExplorerSearch } from './explorer-search.rules.ts'
import { LogFieldSheet } from './LogFieldSheet.tsx'
import { LogRangePicker } from './LogRangePicker.port.tsx'
import { logQueries } from './logs.queries.ts'

/** SQL over the logs of a project. */
export function LogsExplorerPage({
  project,
  search,
  onSearchChange,
}: {
  project: Project
  search: ExplorerSearch
  onSearchChange: (search: ExplorerSearch) => void
}) {
  const { ref } = project
  const { sql, range, from, to, view } = search
  const [text, setText] = useState(sql ?? logTemplates[0]!.sql)
  const [isReference, setReference] = useState(false)
  const [chart, setChart] = useState<ChartConfig>()
  const result = useQuery({
    ...logQueries.result(ref, sql, { range, from, to }),
    enabled: sql !== undefined && sql.trim() !== '',
  })
  const run = () => {
    if (text.trim() === '') return
    if (text === sql) void result.refetch()
    else onSearchChange({ ...search, sql: text })
  }
  return (
    <div className="flex w-full flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title="Logs explorer"
        description="One SELECT over the sources of this project, in DuckDB’s SQL."
        actions={
          <>
            <SavedSearches
              project={project}
              place="explorer"
              text={text}
              chart={view === 'chart' ? (chart ?? defaultChart) : null}
              onApply={(saved) => {
                setText(saved.text)
                setChart(saved.chart ?? undefined)
                onSearchChange({ ...search, sql: saved.text, view: saved.chart ? 'chart' : undefined })
              }}
            />
            <Menu align="end" trigger={<Button icon={FileText}>Templates</Button>}>
              {logTemplates.map((template) => (
                <MenuItem key={template.title} onSelect={() => setText(template.sql)}>
                  {template.title}
                </MenuItem>
              ))}
            </Menu>
            <Button icon={BookOpen} onClick={() => setReference(true)}>
              Fields
            </Button>
          </>
        }
      />
      <SqlField label="Query" text={text} onTextChange={setText} onRun={run} className="h-44" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <LogRangePicker
          slug={project.organization_slug}
          range={{ range, from, to }}
          onRangeChange={(next) =>
            onSearchChange({ ...search, range: undefined, from: undefined, to: undefined, ...next })
          }
        />
        <Button variant="primary" icon={Play} loading={result.isFetching} onClick={run}>
          Run query
        </Button>
      </div>
      <Result
        result={result}
        hasRun={sql !== undefined}
        view={view}
        chart={chart}
        onChartChange={setChart}
        onViewChange={(next) => onSearchChange({ ...search, view: next })}
      />
      <LogFieldSheet open={isReference} onOpenChange={setReference} />
    </div>
  )
}

function Result({
  result,
  hasRun,
  view,
  chart,
  onChartChange,
  onViewChange,
}: {
  result: UseQueryResult<LogQueryResult>
  hasRun: boolean
  view: ExplorerSearch['view']
  chart: ChartConfig | undefined
  onChartChange: (chart: ChartConfig) => void
  onViewChange: (view: ExplorerSearch['view']) => void
}) {
  if (!hasRun)
    return (
      <EmptyState icon={Table2} title="Results appear here">
        Write a query or choose a template, and run it.
      </EmptyState>
    )
  if (result.isError && !result.isFetching)
    return (
      <Callout tone="critical" role="alert" title="The query did not run">
        {result.error.message}
        <span className="block text-ink-muted text-xs">Request {requestIdOf(result.error)}</span>
      </Callout>
    )
  if (!result.data) return <Skeleton className="h-80" />
  const { columns, rows, is_cut: isCut, duration_ms: duration } = result.data
  if (rows.length === 0)
    return (
      <EmptyState icon={Table2} title="No rows">
        Nothing in this time matches. Choose a longer time range, or change the query.
      </EmptyState>
    )
  const fields = columns.map(({ name, type }) => ({ name, type: gridType(type) }))
  const values = columnsOf(rows, columns.length)
  return (
    <section aria-label="Result" className="flex flex-col gap-2">
      <div>
        <ButtonGroup label="View of the result">
          <Button icon={Table2} aria-pressed={view !== 'chart'} onClick={() => onViewChange(undefined)}>
            Rows
          </Button>
          <Button icon={ChartColumn} aria-pressed={view === 'chart'} onClick={() => onViewChange('chart')}>
            Chart
          </Button>
        </ButtonGroup>
      </div>
      {view === 'chart' ? (
        <div className="h-96 rounded-md border border-line">
          <RowsChart
            fields={fields}
            columns={values}
            rowCount={rows.length}
            config={chart}
            onChange={onChartChange}
          />
        </div>
      ) : (
        <div
          style={{ height: (rows.length + 1) * GRID_ROW_HEIGHT + 2 }}
          className="max-h-[60vh] min-h-32 overflow-hidden rounded-md border border-line"
        >
          <DataGrid label="Rows" columns={fields} values={values} />
        </div>
      )}
      <p className="text-ink-muted text-sm tabular-nums">
        {rows.length.toLocaleString('en')} {rows.length === 1 ? 'row' : 'rows'} in{' '}
        {duration.toLocaleString('en')} ms
        {isCut && `. There are more: a query returns ${LOG_QUERY_ROWS_MAX.toLocaleString('en')} at most`}
      </p>
    </section>
  )
}
