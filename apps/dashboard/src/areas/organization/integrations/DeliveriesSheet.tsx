import type { Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { When } from '../../../ui/text/When.tsx'
import { DeliveryState } from './DeliveryState.port.tsx'
import { integrationQueries } from './integrations.queries.ts'

/** The recent deliveries to a webhook and their results. */
export function DeliveriesSheet({
  slug,
  webhook,
  close,
}: {
  slug: string
  webhook: Webhook
  close: () => void
}) {
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && close()}
      title={`Deliveries to ${webhook.name}`}
      description="Newest first. Failed deliveries are retried five times over about two and a half hours."
    >
      <SheetBody>
        <Deliveries slug={slug} id={webhook.id} />
      </SheetBody>
    </Sheet>
  )
}

function Deliveries({ slug, id }: { slug: string; id: string }) {
  const deliveries = useQuery(integrationQueries.deliveries(slug, id))
  if (deliveries.isPending) return <Skeleton className="h-40 rounded-md" />
  if (deliveries.isError)
    return (
      <ErrorPanel
        title="Failed to load the deliveries"
        message={deliveries.error.message}
        requestId={requestIdOf(deliveries.error)}
        onRetry={deliveries.refetch}
        retrying={deliveries.isFetching}
      />
    )
  if (deliveries.data.length === 0)
    return (
      <EmptyState icon={Inbox} title="Nothing sent yet">
        Future notifications with a selected priority are sent. Send a test message to check the address.
      </EmptyState>
    )
  return (
    <ul aria-label="Deliveries" className="divide-y divide-line rounded-md border border-line">
      {deliveries.data.map((delivery) => (
        <li key={delivery.id} className="flex flex-col gap-1 px-3 py-2">
          <p className="flex items-baseline justify-between gap-3 text-sm">
            <span className="wrap-anywhere font-medium">{delivery.title}</span>
            <When time={delivery.created_at} className="shrink-0 text-ink-muted text-xs" />
          </p>
          <DeliveryState delivery={delivery} />
        </li>
      ))}
    </ul>
  )
}
