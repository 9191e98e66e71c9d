import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { formatAmount } from '../../../lib/amount.ts'

/** What is used beyond a plan: `Egress: 7 GB of 5 GB`. */
export const ExceededList = ({
  plan,
  exceeded,
}: {
  plan: PlanId
  exceeded: readonly { metric: MetricId; usage: number }[]
}) => (
  <ul className="list-inside list-disc">
    {exceeded.map(({ metric, usage }) => {
      const { label, unit, quotas } = metricOf(metric)
      return (
        <li key={metric}>
          {label}: {formatAmount(unit, usage)} of {formatAmount(unit, quotas[plan] ?? 0)}
        </li>
      )
    })}
  </ul>
)
