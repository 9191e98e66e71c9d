import { DELIVERY_TIMEOUT_MS } from '../integrations/webhooks.rules.ts'

/** As in `packages/sql/webhook-trigger.ts`, which writes the triggers. */
export const webhookEvents = ['INSERT', 'UPDATE', 'DELETE'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Bytes of a webhook's name: it is also the name of its trigger. */
export const TABLE_WEBHOOK_NAME_BYTES_MAX = 63
/** Webhooks of one project. */
export const TABLE_WEBHOOKS_MAX = 100
export const WEBHOOK_HEADERS_MAX = 20
export const WEBHOOK_HEADER_VALUE_MAX = 4000

/** How long a receiver may take to respond, in seconds. */
export const WEBHOOK_TIMEOUT_MIN = 1
export const WEBHOOK_TIMEOUT_MAX = 30
export const WEBHOOK_TIMEOUT_DEFAULT = DELIVERY_TIMEOUT_MS / 1000

/** Attempts of one event that the log keeps, the newest. */
export const ATTEMPTS_RETAINED = 12
/** Characters of a response that the log keeps. */
export const RESPONSE_EXCERPT_MAX = 1000
/** Failed events that are sent again at once. */
export const RESENT_MAX = 1000

/** Finished deliveries kept for each webhook. */
export const TABLE_DELIVERIES_RETAINED = 1000
/** Deliveries on one page of the log. */
export const TABLE_DELIVERIES_PAGE = 50
/** Characters of an event's body that the log shows. */
export const SHOWN_BODY_MAX = 20_000
/** Waiting deliveries are counted up to this number. */
export const PENDING_COUNT_MAX = 1000

/** An event that is older than this gets one more attempt and no retries. */
export const EVENT_LIFETIME_MS = 24 * 60 * 60 * 1000

/** Headers that the server writes itself, or that belong to the connection. */
const RESERVED_HEADERS: readonly string[] = [
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
]

/** What is wrong with the name of a custom header; undefined when nothing is. */
export function headerNameProblem(name: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name))
    return 'Use letters, digits and hyphens, such as X-Api-Key'
  return RESERVED_HEADERS.includes(name.toLowerCase()) ? `${name} is set by Basalt` : undefined
}

/** Whether a text can be the value of a header: Latin characters on one line. */
export const isHeaderValue = (value: string) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
