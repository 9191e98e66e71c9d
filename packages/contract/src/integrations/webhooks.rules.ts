/** The payload of a webhook: our signed JSON, or a Slack-compatible message. */
export const webhookFormats = ['json', 'slack'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export const deliveryOutcomes = ['pending', 'delivered', 'failed'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

export const WEBHOOK_NAME_MAX = 64
export const WEBHOOK_URL_MAX = 2000
export const WEBHOOKS_MAX = 20
/** Deliveries retained per webhook. */
export const DELIVERIES_RETAINED = 50
/** A delivery attempt that takes longer has failed. */
export const DELIVERY_TIMEOUT_MS = 10_000

/** The delays between failed attempts; after the last one the delivery has failed. */
export const RETRY_DELAYS_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000] as const

/** When to try again after this many failed attempts; undefined when none is left. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1]
  return delay === undefined ? undefined : new Date(now.getTime() + delay)
}

/** Whether a webhook may post to this URL: http or https, without user name and password. */
export function isWebhookUrl(text: string) {
  const url = URL.parse(text)
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  )
}
