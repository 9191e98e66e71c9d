import type { IndexAdviceReport, TriedIndex } from '@basalt/contract/index-advice/index-advice.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { useRunObjectChange } from '../database-objects/objects.queries.ts'
import { costOf, draftOf, noAdvice, verdictOf } from './advice-text.rules.ts'

/** What indexes would do for a query: the plan before, and with each index. */
export function AdviceReport({ projectRef, report }: { projectRef: string; report: IndexAdviceReport }) {
  const { before, indexes, is_measured } = report
  const isHelpful = indexes.some((index) => verdictOf(before, index).isWorthwhile)
  return (
    <div className="flex flex-col gap-4">
      {!is_measured && (
        <p className="text-ink-muted text-sm">
          No values were found for all placeholders, so the query was planned and did not run.
        </p>
      )}
      {!isHelpful && (
        <Callout tone="info" title="No index is advised">
          {noAdvice(report)}
        </Callout>
      )}
      {indexes.length === 0 && (
        <CodeBlock title="Plan" label="Plan of the query on the copy" code={before.text} />
      )}
      {indexes.map((index) => (
        <Tried key={index.sql} projectRef={projectRef} report={report} index={index} />
      ))}
    </div>
  )
}

function Tried({
  projectRef,
  report: { before },
  index,
}: {
  projectRef: string
  report: IndexAdviceReport
  index: TriedIndex
}) {
  const run = useRunObjectChange(projectRef)
  const create = useMutation({
    mutationFn: () => run({ object: 'index', action: 'create', draft: draftOf(index) }),
  })
  const { text, isWorthwhile } = verdictOf(before, index)
  const columns = index.columns.map(({ name }) => name).join(', ')
  return (
    <section
      aria-label={`Index on ${index.table} (${columns})`}
      className="flex flex-col gap-3 rounded-md border border-line bg-surface-1 p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="flex min-w-0 flex-wrap items-center gap-2 font-semibold text-sm">
          <span className="wrap-anywhere">
            {index.table} ({columns})
          </span>
          {isWorthwhile && <Badge tone="success">Advised</Badge>}
        </h4>
        {create.isSuccess ? (
          <span role="status" className="text-sm">
            {create.data.id === null ? 'It is being built. ' : 'Created. '}
            <TextLink
              render={
                <Link
                  to="/project/$ref/database/indexes"
                  params={{ ref: projectRef }}
                  search={{ schema: index.schema, table: index.table }}
                />
              }
            >
              Show the indexes
            </TextLink>
          </span>
        ) : (
          index.error === null && (
            <Button
              icon={Plus}
              variant={isWorthwhile ? 'primary' : 'secondary'}
              loading={create.isPending}
              onClick={() => create.mutate()}
            >
              Create concurrently
            </Button>
          )
        )}
      </div>
      <p className="text-sm">
        {text} {costOf(index) !== '' && <span className="text-ink-muted">{costOf(index)}.</span>}
      </p>
      {create.isError && (
        <Callout tone="critical" role="alert" title="Failed to create the index">
          {create.error.message}
        </Callout>
      )}
      {index.after && (
        <div className="grid gap-3 lg:grid-cols-2">
          <CodeBlock title="Before" label={`Plan before the index on ${columns}`} code={before.text} />
          <CodeBlock title="After" label={`Plan with the index on ${columns}`} code={index.after.text} />
        </div>
      )}
    </section>
  )
}
