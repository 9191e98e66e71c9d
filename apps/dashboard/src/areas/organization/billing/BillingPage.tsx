import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { AddonUseCard } from './AddonUseCard.tsx'
import { billingQueries } from './billing.queries.ts'
import { CurrentPlan } from './CurrentPlan.tsx'
import { PlanChangeDialog } from './PlanChangeDialog.tsx'
import { PlanTable } from './PlanTable.tsx'

/** The plan of an organization. */
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
      <EmptyState icon={Lock} title="Billing is not yours to see">
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
