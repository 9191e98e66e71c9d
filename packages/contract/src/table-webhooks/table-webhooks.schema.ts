import { z } from 'zod'
import { functionOf } from '../integrations/function-uri.rules.ts'
import { isWebhookUrl, WEBHOOK_URL_MAX } from '../integrations/webhooks.rules.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { nameText, Text } from '../text.ts'
import { eventOutcomes } from './event-outcomes.rules.ts'
import {
  headerNameProblem,
  isHeaderValue,
  TABLE_WEBHOOK_NAME_BYTES_MAX,
  WEBHOOK_HEADER_VALUE_MAX,
  WEBHOOK_HEADERS_MAX,
  WEBHOOK_TIMEOUT_DEFAULT,
  WEBHOOK_TIMEOUT_MAX,
  WEBHOOK_TIMEOUT_MIN,
  webhookEvents,
} from './table-webhooks.rules.ts'

/** One attempt to deliver an event. */
export const TableWebhookAttempt = z
  .object({
    at: z.iso.datetime(),
    /** Until the status was known, or the attempt had failed. */
    duration_ms: z.number().int(),
    /** The status, or why there is none. */
    answer: z.string(),
    /** The beginning of the response's body; null when there was none. */
    response: z.string().nullable(),
  })
  .meta({ id: 'TableWebhookAttempt' })
export type TableWebhookAttempt = z.infer<typeof TableWebhookAttempt>

/** The delivery of one event. */
export const TableWebhookDelivery = z
  .object({
    /** Increases with each event of the project. */
    id: z.string(),
    created_at: z.iso.datetime(),
    /** The kind of event; null when it was too large to keep. */
    event: z.enum([...webhookEvents, 'TEST']).nullable(),
    outcome: z.enum(eventOutcomes),
    attempts: z.number().int(),
    /** The outcome of the last attempt, such as `Answered 500`; null before the first. */
    answer: z.string().nullable(),
    last_attempt_at: z.iso.datetime().nullable(),
    /** Null before the first attempt, and when no attempt follows. */
    next_attempt_at: z.iso.datetime().nullable(),
    /** The size of the body. */
    bytes: z.number().int(),
  })
  .meta({ id: 'TableWebhookDelivery' })
export type TableWebhookDelivery = z.infer<typeof TableWebhookDelivery>

/** A delivery with its attempts and its body. */
export const TableWebhookDeliveryBody = TableWebhookDelivery.extend({
  /** The beginning of the request's body; null when the event was too large to keep. */
  body: z.string().nullable(),
  /** The newest attempts, oldest first. */
  attempt_log: z.array(TableWebhookAttempt),
}).meta({
  id: 'TableWebhookDeliveryBody',
})
export type TableWebhookDeliveryBody = z.infer<typeof TableWebhookDeliveryBody>

/** A webhook that receives the events of a table. */
export const TableWebhook = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The table; null when the table or the webhook's trigger has been dropped. */
    table: z.object({ id: z.number().int(), schema: z.string(), name: z.string() }).nullable(),
    events: z.array(z.enum(webhookEvents)),
    /** Scheme, host and port, because the rest of the address may be secret; or the whole URI of a function. */
    origin: z.string(),
    /** The names of the custom headers. Their values are never returned. */
    header_names: z.array(z.string()),
    timeout_seconds: z.number().int(),
    is_enabled: z.boolean(),
    created_at: z.iso.datetime(),
    /** Events that wait for delivery, counted up to `PENDING_COUNT_MAX`. */
    pending: z.number().int(),
    /** When the oldest of them happened. */
    pending_since: z.iso.datetime().nullable(),
    last_delivery: TableWebhookDelivery.nullable(),
  })
  .meta({ id: 'TableWebhook' })
export type TableWebhook = z.infer<typeof TableWebhook>

const bytesOf = (text: string) => new TextEncoder().encode(text).length

const name = nameText('The name', 1, TABLE_WEBHOOK_NAME_BYTES_MAX).refine(
  (value) => bytesOf(value) <= TABLE_WEBHOOK_NAME_BYTES_MAX,
  `The name may have at most ${TABLE_WEBHOOK_NAME_BYTES_MAX} bytes`,
)
/** An HTTP address, or the URI of a function of the project's database: `pg-functions://postgres/public/on_order`. */
const url = Text.trim()
  .max(WEBHOOK_URL_MAX, `The address may have at most ${WEBHOOK_URL_MAX} characters`)
  .refine(
    (address) => isWebhookUrl(address) || functionOf(address) !== undefined,
    'Enter an address such as https://example.com/orders',
  )
const events = z
  .array(z.enum(webhookEvents))
  .min(1, 'Choose at least one event')
  .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event)))

const headerName = z.string().superRefine((value, context) => {
  const problem = headerNameProblem(value)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})
const headerValue = z
  .string()
  .max(WEBHOOK_HEADER_VALUE_MAX, `A value may have at most ${WEBHOOK_HEADER_VALUE_MAX} characters`)
  .refine(isHeaderValue, 'Use Latin characters on one line')
const differentNames = (headers: readonly { name: string }[]) =>
  new Set(headers.map((header) => header.name.toLowerCase())).size === headers.length
const SAME_NAME = 'Two headers have the same name'

const timeout_seconds = z
  .number('Enter a number of seconds')
  .int('Use whole seconds')
  .min(WEBHOOK_TIMEOUT_MIN, `At least ${WEBHOOK_TIMEOUT_MIN} second`)
  .max(WEBHOOK_TIMEOUT_MAX, `At most ${WEBHOOK_TIMEOUT_MAX} seconds`)

const Identifier = Text.min(1, 'Choose one').max(TABLE_WEBHOOK_NAME_BYTES_MAX)

export const NewTableWebhook = z.strictObject({
  /** Chosen by the caller, so that the SQL is known before it runs and a repeated call creates nothing twice. */
  id: z.uuid(),
  name,
  schema: Identifier,
  table: Identifier,
  events,
  url,
  headers: z
    .array(z.strictObject({ name: headerName, value: headerValue }))
    .max(WEBHOOK_HEADERS_MAX, `At most ${WEBHOOK_HEADERS_MAX} headers`)
    .refine(differentNames, SAME_NAME)
    .default([]),
  timeout_seconds: timeout_seconds.default(WEBHOOK_TIMEOUT_DEFAULT),
})
export type NewTableWebhook = z.infer<typeof NewTableWebhook>

/** Omitted fields stay unchanged. A header without value keeps the one it has. */
export const TableWebhookChange = z
  .strictObject({
    name,
    events,
    url,
    headers: z
      .array(z.strictObject({ name: headerName, value: headerValue.optional() }))
      .max(WEBHOOK_HEADERS_MAX, `At most ${WEBHOOK_HEADERS_MAX} headers`)
      .refine(differentNames, SAME_NAME),
    timeout_seconds,
    is_enabled: z.boolean(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type TableWebhookChange = z.infer<typeof TableWebhookChange>

export const CreatedTableWebhook = z
  .object({
    id: z.uuid(),
    /** The signing secret, returned only here: `whsec_` and 32 bytes in base64. */
    secret: z.string(),
  })
  .meta({ id: 'CreatedTableWebhook' })
export type CreatedTableWebhook = z.infer<typeof CreatedTableWebhook>

/** How many failed events are sent again. */
export const ResentTableWebhookDeliveries = z
  .object({ count: z.number().int() })
  .meta({ id: 'ResentTableWebhookDeliveries' })

export const TableWebhookParams = z.object({ ref: ProjectRef, id: z.uuid() })

const DeliveryId = z.string().regex(/^[1-9]\d{0,17}$/, 'Not the id of a delivery')
export const TableWebhookDeliveryParams = TableWebhookParams.extend({ delivery_id: DeliveryId })

export const TableWebhookDeliveriesQuery = z.object({
  outcome: z.enum(eventOutcomes).optional(),
  /** Only deliveries of events since then. */
  since: z.iso.datetime().optional(),
  /** Only deliveries with a smaller id, for the next page. */
  before: DeliveryId.optional(),
})
