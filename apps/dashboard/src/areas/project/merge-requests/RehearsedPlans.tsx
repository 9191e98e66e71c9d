import type { RehearsedPlan } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { Table } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { planWords } from './merge-words.rules.ts'

/** The queries of the target that take most time, with the planner's cost before and after the merge. */
export const RehearsedPlans = ({ plans }: { plans: readonly RehearsedPlan[] }) => (
  <section aria-labelledby="rehearsed-plans" className="flex flex-col gap-2">
    <h3 id="rehearsed-plans" className="font-medium text-sm">
      Plans of the slowest queries
    </h3>
    <Table
      label="Plans of the slowest queries"
      rows={plans.map((plan, place) => ({ ...plan, place }))}
      rowKey={({ place }) => String(place)}
      columns={[
        {
          key: 'sql',
          header: 'Query',
          cell: (plan) => {
            const change = planWords(plan)
            return (
              <span className="flex flex-col gap-1 py-1.5">
                <span className="flex flex-wrap items-center gap-2">
                  <code className="wrap-anywhere text-xs">{plan.sql.replace(/\s+/g, ' ').slice(0, 200)}</code>
                  {change && <Badge tone={change.tone}>{change.label}</Badge>}
                </span>
                {change?.detail !== undefined && (
                  <span className="wrap-anywhere text-ink-muted text-xs">{change.detail}</span>
                )}
              </span>
            )
          },
        },
        {
          key: 'calls',
          header: 'Calls',
          align: 'end',
          width: '5rem',
          wideOnly: true,
          cell: ({ calls }) => calls.toLocaleString('en'),
        },
        {
          key: 'cost',
          header: 'Cost',
          align: 'end',
          width: '9rem',
          cell: ({ before, after }) => `${costText(before.cost)} → ${after ? costText(after.cost) : '–'}`,
        },
      ]}
    />
  </section>
)

const costText = (cost: number) =>
  cost.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })
