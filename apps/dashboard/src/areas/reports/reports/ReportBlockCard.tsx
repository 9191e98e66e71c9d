import { metricCharts } from '@basalt/contract/metrics/metric-charts.rules.ts'
import type { ReportBlock } from '@basalt/contract/reports/reports.schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GripVertical, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { SnippetResult } from '../../sql/snippets/SnippetResult.port.tsx'
import { snippetQueries } from '../../sql/snippets/snippets.queries.ts'
import { metricsOf } from '../metrics/chart-drawing.rules.ts'
import { MetricChart } from '../metrics/MetricChart.tsx'
import { metricQueries } from '../metrics/metrics.queries.ts'
import type { ReportSearch } from '../metrics/report-search.rules.ts'
import type { Step } from './report-draft.rules.ts'

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

interface Editing {
  onMove: (step: Step) => void
  onResize: (step: Step) => void
  onRemove: () => void
  /** For a block of text. */
  onEdit?: (() => void) | undefined
}

/** One block of a report. While it is edited, arrow keys on its handle move it, and with Shift they size it. */
export function ReportBlockCard({
  projectRef,
  block,
  search,
  editing,
}: {
  projectRef: string
  block: ReportBlock
  search: ReportSearch
  editing: Editing | undefined
}) {
  const names = useQuery({
    ...snippetQueries.item(projectRef, block.kind === 'sql' ? block.snippet_id : ''),
    enabled: block.kind === 'sql',
    select: ({ name }) => name,
  })
  const title =
    block.kind === 'chart'
      ? metricCharts[block.chart].title
      : block.kind === 'sql'
        ? (names.data ?? 'Saved query')
        : undefined
  const isFramed = block.kind !== 'text' || editing !== undefined
  return (
    <section
      aria-label={title ?? 'Text'}
      className={
        isFramed
          ? 'flex h-full min-w-0 flex-col overflow-hidden rounded-md border border-line bg-surface-1'
          : 'flex h-full min-w-0 flex-col overflow-auto'
      }
    >
      {(title !== undefined || editing) && (
        <header className="flex min-h-10 items-center gap-1 px-3 pt-1.5">
          {editing && <Handle title={title ?? 'Text'} {...editing} />}
          <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">
            {block.kind === 'sql' && !editing ? (
              <TextLink
                render={
                  <Link to="/project/$ref/sql/$id" params={{ ref: projectRef, id: block.snippet_id }} />
                }
              >
                {title}
              </TextLink>
            ) : (
              (title ?? 'Text')
            )}
          </h2>
          {editing?.onEdit && (
            <IconButton label="Edit the text" icon={Pencil} size="sm" onClick={editing.onEdit} />
          )}
          {editing && (
            <IconButton label="Remove the block" icon={Trash2} size="sm" onClick={editing.onRemove} />
          )}
        </header>
      )}
      <div className="min-h-0 flex-1 overflow-auto px-3 pt-1 pb-3">
        <Content projectRef={projectRef} block={block} search={search} />
      </div>
    </section>
  )
}

function Handle({ title, onMove, onResize }: Pick<Editing, 'onMove' | 'onResize'> & { title: string }) {
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.shiftKey) onResize(step)
    else onMove(step)
  }
  return (
    <button
      type="button"
      className="report-block-handle grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-faint hover:text-ink"
      aria-label={`Move ${title}: arrow keys move it, with Shift they size it`}
      onKeyDown={press}
    >
      <GripVertical className="size-4" aria-hidden />
    </button>
  )
}

function Content({
  projectRef,
  block,
  search,
}: {
  projectRef: string
  block: ReportBlock
  search: ReportSearch
}): ReactNode {
  switch (block.kind) {
    case 'text':
      return <Markdown text={block.text} linkOf={linkOf} />
    case 'sql':
      return <SnippetResult projectRef={projectRef} snippetId={block.snippet_id} />
    case 'chart':
      return <ChartBlock projectRef={projectRef} chart={block.chart} search={search} />
  }
}

/** Only addresses of the web are linked. */
const linkOf = (url: string) =>
  /^https?:\/\//.test(url) ? (
    // biome-ignore lint/a11y/useAnchorContent: the text becomes its content
    <a href={url} target="_blank" rel="noreferrer" />
  ) : undefined

function ChartBlock({
  projectRef,
  chart,
  search: { compare: isCompared = false, ...range },
}: {
  projectRef: string
  chart: Extract<ReportBlock, { kind: 'chart' }>['chart']
  search: ReportSearch
}) {
  const metrics = metricsOf([chart])
  const series = useQuery({
    ...metricQueries.series(projectRef, metrics, range),
    placeholderData: keepPreviousData,
  })
  const before = useQuery({
    ...metricQueries.series(projectRef, metrics, range, { isBefore: true }),
    enabled: isCompared,
    placeholderData: keepPreviousData,
  })
  if (series.isError)
    return (
      <p role="alert" className="text-critical-ink text-sm">
        {series.error.message}
      </p>
    )
  if (!series.data) return <Skeleton className="h-full min-h-32" />
  return (
    <MetricChart
      projectRef={projectRef}
      chart={chart}
      series={series.data}
      before={isCompared ? before.data : undefined}
      isInBlock
    />
  )
}
