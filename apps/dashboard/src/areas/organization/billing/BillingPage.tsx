import type { Subscription } from '@basalt/contract/billing/billing.schema.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { isExceeded } from '@basalt/contract/usage/exceeded.rules.ts'
import { metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { formatPeriod } from '../../../lib/utc-days.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { addonQueries } from '../../project/addons/addons.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { usageQueries } from '../usage/usage.queries.ts'
import { billingQueries } from './billing.queries.ts'
import { PlanChangeDialog } from './PlanChangeDialog.tsx'
import { PlanTable } from './PlanTable.tsx'

/** The billing page of an organization. */
export function BillingPage({ slug }: { slug: string }) {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-6">
      <PageHeader title="Billing" />
      <BillingContent slug={slug} />
    </div>
  )
}

function BillingContent({ slug }: { slug: string }) {
  const place = { slug }
  const readRefusal = useQuery(permissionQueries.refusal(needs.readBilling, place))
  const changeRefusal = useQuery(permissionQueries.refusal(needs.changePlan, place))
  const subscription = useQuery({
    ...billingQueries.subscription(slug),
    enabled: readRefusal.data === undefined,
  })
  const [chosen, setChosen] = useState<PlanId>()

  if (readRefusal.data !== undefined)
    return (
      <EmptyState icon={Lock} title="You don’t have access to billing">
        {readRefusal.data}
      </EmptyState>
    )
  if (subscription.isPending) return <BillingSkeleton />
  if (subscription.isError)
    return (
      <ErrorPanel
        title="Failed to load the billing"
        message={subscription.error.message}
        requestId={requestIdOf(subscription.error)}
        onRetry={() => subscription.refetch()}
        retrying={subscription.isFetching}
      />
    )
  const { plan } = subscription.data
  return (
    <>
      <CurrentPlan slug={slug} subscription={subscription.data} />
      <AddonUseCard slug={slug} />
      <PlanTable current={plan.id} reason={changeRefusal.data} onChoose={setChosen} />
      <PlanChangeDialog slug={slug} from={plan.id} to={chosen} onClose={() => setChosen(undefined)} />
    </>
  )
}

const BillingSkeleton = () => (
  <div role="status" aria-label="Loading billing" className="flex flex-col gap-5">
    <Skeleton className="h-28 rounded-md" />
    <Skeleton className="h-84 rounded-md" />
  </div>
)

/** How many projects of an organization use each add-on. */
function AddonUseCard({ slug }: { slug: string }) {
  const { data, error } = useQuery(addonQueries.use(slug))
  return (
    <Card title="Add-ons" description="Turned on and off in each project's settings.">
      {data ? (
        <ul className="text-sm">
          {data.map(({ type, name, projects, of }) => (
            <li key={type} className="flex justify-between gap-4">
              <span>{name}</span>
              <span className="text-ink-muted tabular-nums">
                {of === 0
                  ? 'No projects yet'
                  : `On in ${projects} of ${of} ${of === 1 ? 'project' : 'projects'}`}
              </span>
            </li>
          ))}
        </ul>
      ) : error ? (
        <p role="alert" className="text-critical-ink text-sm">
          {`Failed to load the add-ons: ${error.message}`}
        </p>
      ) : (
        <Skeleton className="h-5 w-full" />
      )}
    </Card>
  )
}

/** The current plan, its billing period and the exceeded limits. */
function CurrentPlan({ slug, subscription }: { slug: string; subscription: Subscription }) {
  const { plan, current_period_start, current_period_end } = subscription
  const { data: exceeded = [] } = useQuery({
    ...usageQueries.current(slug),
    select: ({ usages }) => usages.filter(isExceeded),
  })
  return (
    <Card
      title={`Current plan: ${plan.name}`}
      description="A plan is a set of quotas. Members are notified when one is exceeded; nothing is disabled."
      actions={<ButtonLink render={<Link to="/org/$slug/usage" params={{ slug }} />}>See usage</ButtonLink>}
    >
      <p className="text-sm">
        <span className="text-ink-muted">Billing period: </span>
        <span className="tabular-nums">{formatPeriod(current_period_start, current_period_end)}</span>
      </p>
      {exceeded.length > 0 && (
        <Callout tone="warning" className="mt-3" title="Usage exceeds this plan">
          {exceeded.map(({ metric }) => metricOf(metric).label).join(', ')}
        </Callout>
      )}
    </Card>
  )
}
