import type { ChangePlan } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { consequencesOf } from './consequences.rules.ts'

/** The plan of a change; `isBehind` while the form is ahead of it. */
export type ChangePlanQuery = UseQueryResult<ChangePlan> & { readonly isBehind: boolean }

/** The SQL that a form will run, with what it does to others who use the database. */
export function ChangeSql({ plan }: { plan: ChangePlanQuery }) {
  const { data } = plan
  return (
    <section aria-label="SQL" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">SQL</h3>
      {plan.isError && !data ? (
        <ErrorPanel
          title="Failed to write the SQL"
          message={plan.error.message}
          retrying={plan.isFetching}
          onRetry={() => void plan.refetch()}
        />
      ) : !data ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <div aria-busy={plan.isBehind} className="flex flex-col gap-2">
          {data.problems.length > 0 ? (
            <p className="text-ink-muted text-sm">The SQL appears here when the form is complete.</p>
          ) : data.statements.length === 0 ? (
            <p className="text-ink-muted text-sm">Nothing to change yet.</p>
          ) : (
            <>
              {consequencesOf(data).map(({ tone, title, reasons }) =>
                tone === 'warning' ? (
                  <Callout key={title} tone="warning" title={title}>
                    {reasons.length > 0 && <p>{reasons.join(' ')}</p>}
                  </Callout>
                ) : (
                  <p key={title} className="flex items-start gap-1.5 text-ink-muted text-xs">
                    <Lock className="mt-0.5 size-3 shrink-0" aria-hidden />
                    <span>
                      {title} {reasons.join(' ')}
                    </span>
                  </p>
                ),
              )}
              <CodeBlock
                label="SQL of this change"
                code={data.statements.map(({ sql }) => `${sql};`).join('\n\n')}
                wrap
              />
            </>
          )}
        </div>
      )}
    </section>
  )
}
