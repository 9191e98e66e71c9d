import type { Subscription } from '@basalt/contract/billing/billing.schema.ts'
import { isExceeded } from '@basalt/contract/usage/exceeded.rules.ts'
import { metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { daysInWords } from '../../../lib/utc-days.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { usageQueries } from '../usage/usage.queries.ts'

/** The plan in use, the period that is counted, and what is beyond it. */
export function CurrentPlan({ slug, subscription }: { slug: string; subscription: Subscription }) {
  const { plan, current_period_start, current_period_end } = subscription
  const { data: exceeded = [] } = useQuery({
    ...usageQueries.current(slug),
    select: ({ usages }) => usages.filter(isExceeded),
  })
  return (
    <Card
      title={`Current plan: ${plan.name}`}
      description="A plan is a set of quotas. Members are told when one is exceeded, and nothing is switched off."
      actions={<ButtonLink render={<Link to="/org/$slug/usage" params={{ slug }} />}>See usage</ButtonLink>}
    >
      <p className="text-sm">
        <span className="text-ink-muted">Billing period: </span>
        <span className="tabular-nums">{daysInWords(current_period_start, current_period_end)}</span>
      </p>
      {exceeded.length > 0 && (
        <Callout tone="warning" className="mt-3" title="More is used than this plan includes">
          {exceeded.map(({ metric }) => metricOf(metric).label).join(', ')}
        </Callout>
      )}
    </Card>
  )
}
