import type { Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { notificationPriorities } from '@basalt/contract/notifications/notifications.rules.ts'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { DeliveryState } from './DeliveryState.port.tsx'
import { type WebhookAction, WebhookMenu } from './WebhookMenu.tsx'

export function WebhookList({
  webhooks,
  reason,
  onAction,
}: {
  webhooks: readonly Webhook[]
  /** Why they cannot be changed. */
  reason: string | undefined
  onAction: (action: WebhookAction) => void
}) {
  return (
    <ul aria-label="Webhooks" className="divide-y divide-line rounded-md border border-line">
      {webhooks.map((webhook) => (
        <li key={webhook.id} className="flex items-start gap-3 px-3 py-2.5">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere font-medium text-sm">{webhook.name}</span>
              {webhook.format === 'slack' && <Badge>Chat</Badge>}
              {!webhook.is_enabled && <Badge tone="warning">Stopped</Badge>}
            </p>
            <p className="wrap-anywhere text-ink-muted text-xs">
              <code>{webhook.origin}</code> · {prioritiesLabel(webhook)}
            </p>
            <LastDelivery webhook={webhook} />
          </div>
          <WebhookMenu webhook={webhook} reason={reason} onAction={onAction} />
        </li>
      ))}
    </ul>
  )
}

const prioritiesLabel = ({ priorities }: Webhook) =>
  priorities.length === notificationPriorities.length ? 'all notifications' : priorities.join(' and ')

function LastDelivery({ webhook: { last_delivery: last } }: { webhook: Webhook }) {
  if (!last) return <p className="text-ink-muted text-xs">Nothing sent yet</p>
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <DeliveryState delivery={last} />
      <When time={last.created_at} className="text-ink-muted text-xs" />
    </p>
  )
}
