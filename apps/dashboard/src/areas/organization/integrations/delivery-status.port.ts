import type { DeliveryOutcome } from '@basalt/contract/integrations/webhooks.rules.ts'
import type { WebhookDelivery } from '@basalt/contract/integrations/webhooks.schema.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import type { Tone } from '../../../ui/text/tone.ts'

const states: Record<DeliveryOutcome, { label: string; tone: Tone }> = {
  delivered: { label: 'Delivered', tone: 'success' },
  pending: { label: 'Waiting', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'critical' },
}

/** The delivery of any kind of webhook. */
export type DeliveryFacts = Pick<WebhookDelivery, 'outcome' | 'attempts' | 'answer' | 'next_attempt_at'>

/** A delivery's status label and details. */
export function deliveryStatus(
  { outcome, attempts, answer, next_attempt_at }: DeliveryFacts,
  now: Date = new Date(),
) {
  const isRetried = outcome === 'pending' && attempts > 0
  const { label, tone } = isRetried ? { label: 'Retrying', tone: 'warning' as const } : states[outcome]
  const parts = [
    answer ?? 'Not sent yet',
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(isRetried && next_attempt_at ? [`next ${relativeTime(new Date(next_attempt_at), now)}`] : []),
  ]
  return { label, tone, answer: parts.join(' · ') }
}
