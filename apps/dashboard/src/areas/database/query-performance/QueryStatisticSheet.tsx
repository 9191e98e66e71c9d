import type { QueryStatistic } from '@basalt/contract/query-performance/query-performance.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import type { ChosenRange } from '../../logs/logs/log-range.port.ts'
import { IndexAdvicePanel } from '../index-advice/IndexAdvicePanel.tsx'
import { percent, queryTime, rowsText } from './performance-text.rules.ts'
import { QueryHistoryView } from './QueryHistoryView.tsx'
import { explainGeneric } from './query-performance.queries.ts'

/** One query: its whole text, what was counted of it, and its plan. */
export function QueryStatisticSheet({
  projectRef,
  range,
  refusal,
  statistic,
  onClose,
}: {
  projectRef: string
  /** The time of its history. */
  range: ChosenRange
  /** Why the member may not try indexes. */
  refusal: string | undefined
  statistic: QueryStatistic | undefined
  onClose: () => void
}) {
  return (
    <Sheet
      open={statistic !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Query"
      description={statistic && `Run by ${statistic.role}`}
      size="xl"
    >
      {statistic && (
        <Details
          key={statistic.id}
          projectRef={projectRef}
          range={range}
          refusal={refusal}
          statistic={statistic}
        />
      )}
    </Sheet>
  )
}

function Details({
  projectRef,
  range,
  refusal,
  statistic,
}: {
  projectRef: string
  range: ChosenRange
  refusal: string | undefined
  statistic: QueryStatistic
}) {
  const plan = useMutation(explainGeneric(projectRef))
  const { query, calls, total_ms, prop_total_time, mean_ms, min_ms, max_ms, avg_rows, cache_hit_rate } =
    statistic
  return (
    <SheetBody>
      <CodeBlock title="SQL" label="SQL of the query" code={query} wrap />
      <DescriptionList
        items={[
          { label: 'Calls', value: calls.toLocaleString('en') },
          {
            label: 'Total time',
            value: `${queryTime(total_ms)} (${percent(prop_total_time)} of all queries)`,
          },
          { label: 'Mean time', value: queryTime(mean_ms) },
          min_ms === null
            ? { label: 'Longest', value: queryTime(max_ms) }
            : { label: 'Shortest and longest', value: `${queryTime(min_ms)} to ${queryTime(max_ms)}` },
          { label: 'Rows per call', value: rowsText(avg_rows) },
          {
            label: 'Found in memory',
            value: cache_hit_rate === null ? 'It read no blocks' : `${percent(cache_hit_rate)} of its blocks`,
          },
        ]}
      />
      <QueryHistoryView projectRef={projectRef} id={statistic.id} range={range} />
      <IndexAdvicePanel projectRef={projectRef} query={query} refusal={refusal} />
      {plan.data !== undefined ? (
        <CodeBlock title="Plan for any values" label="Plan of the query" code={plan.data} />
      ) : (
        <Button
          icon={Network}
          className="self-start"
          loading={plan.isPending}
          onClick={() => plan.mutate(query)}
        >
          Show the plan
        </Button>
      )}
      {plan.isError && (
        <Callout tone="critical" role="alert" title="PostgreSQL could not plan this query">
          {plan.error.message}
        </Callout>
      )}
    </SheetBody>
  )
}
