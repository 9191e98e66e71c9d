import type { LogEvent } from '@basalt/log-store/log-event.ts'
import type { WebhookAttempt } from '../table-webhooks/table-webhooks.port.ts'

/** An attempt to deliver a change as an event. Without address, headers and bodies, which may have secrets. */
export const webhookEvent = (attempt: WebhookAttempt): LogEvent => ({
  timestamp: attempt.at.getTime(),
  event_message: `${attempt.webhook}: ${attempt.answer}`,
  webhook: attempt.webhook,
  outcome: attempt.outcome,
  attempt: attempt.attempt,
  answer: attempt.answer,
  duration_ms: attempt.durationMs,
  event_id: attempt.eventId,
})
