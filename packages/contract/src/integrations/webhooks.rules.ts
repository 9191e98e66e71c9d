/** What a webhook's receiver understands: signed JSON of our own, or the messages of a team chat. */
export const webhookFormats = ['json', 'slack'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export const deliveryOutcomes = ['pending', 'delivered', 'failed'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

export const WEBHOOK_NAME_MAX = 64
export const WEBHOOK_URL_MAX = 2000
export const WEBHOOKS_MAX = 20
/** Deliveries that are kept for people to look at, for each webhook. */
export const DELIVERIES_KEPT = 50
/** A receiver that takes longer did not get it. */
export const DELIVERY_TIMEOUT_MS = 10_000

/** How long after a failed attempt the next one is made; after the last the delivery has failed. */
export const RETRY_DELAYS_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000] as const

/** When to try again after so many attempts have failed; undefined when no more. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1]
  return delay === undefined ? undefined : new Date(now.getTime() + delay)
}

/** An address that messages can be sent to: http or https, without a name and password, which belong into no address. */
export function isWebhookUrl(text: string) {
  const url = URL.parse(text)
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  )
}
