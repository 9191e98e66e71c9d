import type { WebhookDelivery } from '@basalt/contract/integrations/webhooks.schema.ts'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { deliveryStatus } from './delivery-status.rules.ts'

export function DeliveryState({ delivery }: { delivery: WebhookDelivery }) {
  const { label, tone, answer } = deliveryStatus(delivery)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <StatusDot tone={tone} busy={delivery.outcome === 'pending'}>
        {label}
      </StatusDot>
      <span className="wrap-anywhere text-ink-muted text-xs">{answer}</span>
    </span>
  )
}
