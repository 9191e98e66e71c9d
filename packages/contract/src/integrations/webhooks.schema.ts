import { z } from 'zod'
import { notificationPriorities } from '../notifications/notifications.rules.ts'
import { OrganizationSlug } from '../organizations/organizations.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  deliveryOutcomes,
  isWebhookUrl,
  WEBHOOK_NAME_MAX,
  WEBHOOK_URL_MAX,
  webhookFormats,
} from './webhooks.rules.ts'

/** One message to a webhook. */
export const WebhookDelivery = z
  .object({
    id: z.uuid(),
    /** The kind of notification, such as `project_crashed`; `webhook_test` for a test. */
    name: z.string(),
    title: z.string(),
    created_at: z.iso.datetime(),
    outcome: z.enum(deliveryOutcomes),
    attempts: z.number().int(),
    /** The outcome of the last attempt, such as `Answered 500`; null before the first. */
    answer: z.string().nullable(),
    next_attempt_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** A webhook that receives an organization's notifications. Its URL may be secret, so only the origin is returned. */
export const Webhook = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Scheme, host and port. */
    origin: z.string(),
    format: z.enum(webhookFormats),
    /** The priorities of notifications that it receives. */
    priorities: z.array(z.enum(notificationPriorities)),
    is_enabled: z.boolean(),
    created_at: z.iso.datetime(),
    last_delivery: WebhookDelivery.nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

const name = nameText('The name', 1, WEBHOOK_NAME_MAX)
const url = Text.trim()
  .max(WEBHOOK_URL_MAX, `The address may have at most ${WEBHOOK_URL_MAX} characters`)
  .refine(isWebhookUrl, 'Enter an address such as https://chat.example.com/hooks/…')
const priorities = z
  .array(z.enum(notificationPriorities))
  .min(1, 'Choose at least one priority')
  .transform((chosen) => notificationPriorities.filter((priority) => chosen.includes(priority)))

export const NewWebhook = z.strictObject({
  name,
  url,
  format: z.enum(webhookFormats).default('json'),
  priorities: priorities.default([...notificationPriorities]),
})
export type NewWebhook = z.infer<typeof NewWebhook>

/** Omitted fields stay unchanged. */
export const WebhookChange = z
  .strictObject({ name, url, format: z.enum(webhookFormats), priorities, is_enabled: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type WebhookChange = z.infer<typeof WebhookChange>

export const CreatedWebhook = Webhook.extend({
  /** The signing secret, returned only here: `whsec_` and 32 bytes in base64. */
  secret: z.string(),
}).meta({ id: 'CreatedWebhook' })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

export const WebhookParams = z.object({ slug: OrganizationSlug, id: z.uuid() })
