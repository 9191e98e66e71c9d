import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { type DeliveryFacts, deliveryStatus } from './delivery-status.port.ts'

export function DeliveryState({ delivery }: { delivery: DeliveryFacts }) {
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
