import { planChangeDirection } from '@basalt/contract/billing/plan-change.rules.ts'
import { type PlanId, planIds, plans } from '@basalt/contract/organizations/organizations.rules.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { planLines } from './plan-lines.rules.ts'

const verbs = { upgrade: 'Upgrade', downgrade: 'Downgrade' }

/** The plans side by side, with buttons to change the plan. */
export function PlanTable({
  current,
  reason,
  onChoose,
}: {
  current: PlanId
  /** Why the plan cannot be changed. */
  reason: string | undefined
  onChoose: (plan: PlanId) => void
}) {
  return (
    <div className="overflow-x-auto rounded-md border border-line bg-surface-1">
      <table aria-label="Plans" className="w-full min-w-160 border-collapse text-sm">
        <thead>
          <tr className="border-line border-b align-top">
            <th scope="col" className="w-1/5 px-4 py-3 text-left font-medium text-ink-muted">
              Included
            </th>
            {planIds.map((plan) => (
              <th
                key={plan}
                scope="col"
                data-selected={plan === current || undefined}
                className="w-1/5 px-4 py-3 text-left font-normal data-selected:bg-brand-subtle"
              >
                <span className="flex items-center gap-2 font-semibold">
                  {plans[plan]}
                  {plan === current && <Badge tone="brand">Current</Badge>}
                </span>
                <span className="block text-ink-muted text-xs">{planDescriptions[plan]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {planLines.map(({ key, label, text }) => (
            <tr key={key} className="border-line border-b">
              <th scope="row" className="h-9 px-4 text-left font-normal text-ink-muted">
                {label}
              </th>
              {planIds.map((plan) => (
                <td
                  key={plan}
                  data-selected={plan === current || undefined}
                  className="px-4 tabular-nums data-selected:bg-brand-subtle"
                >
                  {text(plan)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {planIds.map((plan) => {
              const direction = planChangeDirection(current, plan)
              return (
                <td
                  key={plan}
                  data-selected={plan === current || undefined}
                  className="h-14 px-4 data-selected:bg-brand-subtle"
                >
                  {direction === 'none' ? (
                    <span className="text-ink-muted">In use</span>
                  ) : (
                    <Button
                      size="sm"
                      variant={direction === 'upgrade' ? 'primary' : 'secondary'}
                      aria-label={`${verbs[direction]} to ${plans[plan]}`}
                      onClick={() => onChoose(plan)}
                      {...(reason !== undefined && { reason })}
                    >
                      {verbs[direction]}
                    </Button>
                  )}
                </td>
              )
            })}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** Who a plan is for. */
const planDescriptions: Record<PlanId, string> = {
  free: 'To try things out',
  pro: 'For a product in use',
  team: 'For many projects and people',
  enterprise: 'Without limits',
}
