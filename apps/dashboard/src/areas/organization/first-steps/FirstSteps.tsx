import type { TableEvent } from '@basalt/contract/first-steps/first-steps.rules.ts'
import type { FirstStep, FirstSteps as Steps } from '@basalt/contract/first-steps/first-steps.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { exactTime } from '../../../lib/dates.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { firstStepQueries } from './first-steps.queries.ts'

type Project = Steps['projects'][number]

const steps: Record<TableEvent, { header: string; todo: string }> = {
  table_created: { header: 'First table', todo: 'Create a table' },
  table_data_added: { header: 'First rows', todo: 'Add rows' },
  table_rls_enabled: { header: 'Row level security', todo: 'Enable RLS' },
}

/** Which projects have a table, rows and row level security, with a link to what is left. */
export function FirstSteps({ slug, projectRef }: { slug: string; projectRef: string | undefined }) {
  const found = useQuery(firstStepQueries.of(slug, projectRef))
  if (found.data?.projects.length === 0 && found.data.completed === 0) return null
  return (
    <section aria-labelledby="first-steps" className="flex flex-col gap-3">
      <header>
        <h2 id="first-steps" className="font-semibold text-base">
          First steps
        </h2>
        <p className="text-ink-muted text-sm">
          Found in each project’s database, whatever made them. Recorded in this installation only.
        </p>
      </header>
      <FirstStepsPanel found={found} />
    </section>
  )
}

function FirstStepsPanel({ found }: { found: ReturnType<typeof useQuery<Steps>> }) {
  if (found.isPending) return <TableSkeleton label="Loading first steps" columns={4} rows={1} />
  if (found.isError)
    return (
      <ErrorPanel
        title="Failed to load the first steps"
        message={found.error.message}
        requestId={requestIdOf(found.error)}
        onRetry={() => found.refetch()}
        retrying={found.isFetching}
      />
    )
  const { projects, completed } = found.data
  return (
    <>
      {projects.length > 0 && (
        <Table
          label="First steps"
          rows={projects}
          rowKey={({ ref }) => ref}
          columns={[
            {
              key: 'project',
              header: 'Project',
              cell: ({ ref, name }) => (
                <TextLink render={<Link to="/project/$ref" params={{ ref }} />}>{name}</TextLink>
              ),
            },
            ...(projects[0]?.steps ?? []).map(({ event }) => ({
              key: event,
              header: steps[event].header,
              cell: (project: Project) => <Step project={project} event={event} />,
            })),
          ]}
        />
      )}
      {completed > 0 && (
        <p className="text-ink-muted text-sm">{completedWords(completed, projects.length)}</p>
      )}
    </>
  )
}

const completedWords = (completed: number, left: number) => {
  const those = left > 0 ? `${completed} more` : completed === 1 ? 'The only' : `All ${completed}`
  return `${those} ${completed === 1 ? 'project has' : 'projects have'} taken every step.`
}

function Step({ project: { ref, name, steps: taken }, event }: { project: Project; event: TableEvent }) {
  const { done_at: doneAt, table } = stepOf(taken, event)
  if (doneAt === null) {
    const first = stepOf(taken, 'table_created').table
    return (
      <TextLink
        aria-label={`${steps[event].todo} in ${name}`}
        render={
          event === 'table_created' ? (
            <Link to="/project/$ref/editor" params={{ ref }} search={{ schema: 'public', panel: 'new' }} />
          ) : (
            tableLink(ref, first)
          )
        }
      >
        {steps[event].todo}
      </TextLink>
    )
  }
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={`Found ${exactTime(new Date(doneAt))}`}>
      <Check className="size-3.5 shrink-0 text-success-ink" aria-hidden />
      <span className="sr-only">Done:</span>
      {table && (
        <TextLink className="truncate font-mono text-xs" render={tableLink(ref, table)}>
          {`${table.schema}.${table.name}`}
        </TextLink>
      )}
    </span>
  )
}

/** Opens the table; the list of its schema while it is not known which table has the name. */
const tableLink = (ref: string, table: FirstStep['table']) =>
  table?.id == null ? (
    <Link to="/project/$ref/editor" params={{ ref }} search={{ schema: table?.schema }} />
  ) : (
    <Link
      to="/project/$ref/editor/$tableId"
      params={{ ref, tableId: String(table.id) }}
      search={{ schema: table.schema }}
    />
  )

const stepOf = (taken: readonly FirstStep[], event: TableEvent) =>
  taken.find((step) => step.event === event) ?? { done_at: null, table: null }
