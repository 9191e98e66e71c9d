import { isWebhookUrl } from '@basalt/contract/integrations/webhooks.rules.ts'
import {
  WEBHOOK_TIMEOUT_DEFAULT,
  webhookEvents,
} from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import {
  NewTableWebhook,
  type TableWebhook,
  TableWebhookChange,
} from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { alterWebhookTrigger, createWebhookTrigger } from '@basalt/sql/webhook-trigger.ts'
import { z } from 'zod'

const { name, schema, table, events, url, headers, timeout_seconds } = NewTableWebhook.shape

const Seconds = z
  .string()
  .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
  .pipe(timeout_seconds.unwrap())

export const NewWebhookFields = z.object({
  name,
  schema,
  table,
  events,
  url,
  headers: headers.unwrap(),
  timeout_seconds: Seconds,
})

/** Of an existing webhook. Address and values of headers are not known here: empty ones keep what is stored. */
export const WebhookFields = NewWebhookFields.extend({
  url: z.string().refine((text) => text.trim() === '' || isWebhookUrl(text.trim()), {
    message: 'Enter an address such as https://example.com/orders',
  }),
})

export type WebhookInput = z.input<typeof WebhookFields>
export type WebhookValues = z.output<typeof WebhookFields>

export const fieldsOf = (webhook: TableWebhook | undefined): WebhookInput => ({
  name: webhook?.name ?? '',
  schema: webhook?.table?.schema ?? 'public',
  table: webhook?.table?.name ?? '',
  events: [...(webhook?.events ?? webhookEvents)],
  url: '',
  headers: (webhook?.header_names ?? []).map((header) => ({ name: header, value: '' })),
  timeout_seconds: String(webhook?.timeout_seconds ?? WEBHOOK_TIMEOUT_DEFAULT),
})

/** What changes; throws for a header that is new and has no value. */
export function changeOf(webhook: TableWebhook, values: WebhookValues): TableWebhookChange {
  const known = new Set(webhook.header_names.map((header) => header.toLowerCase()))
  const isDropped = webhook.table === null
  return TableWebhookChange.parse({
    // The trigger of a dropped table cannot be changed.
    ...(!isDropped && { name: values.name, events: values.events }),
    ...(values.url.trim() !== '' && { url: values.url }),
    headers: values.headers.map((header) => ({
      name: header.name,
      ...((header.value !== '' || !known.has(header.name.toLowerCase())) && { value: header.value }),
    })),
    timeout_seconds: values.timeout_seconds,
  })
}

/** The SQL that the form runs; empty while the form is incomplete, or when the trigger stays as it is. */
export function sqlOf(id: string, fields: WebhookInput, webhook: TableWebhook | undefined): string {
  const { name: typed, schema: chosenSchema, table: chosenTable, events: chosen } = fields
  if (typed.trim() === '' || chosenTable === '' || chosen.length === 0) return ''
  if (!webhook)
    return `${createWebhookTrigger({ id, name: typed.trim(), schema: chosenSchema, table: chosenTable, events: chosen })};`
  if (!webhook.table) return ''
  const current = {
    id,
    name: webhook.name,
    schema: webhook.table.schema,
    table: webhook.table.name,
    events: webhook.events,
    isEnabled: webhook.is_enabled,
  }
  return alterWebhookTrigger(current, { name: typed.trim(), events: chosen })
    .map((statement) => `${statement};`)
    .join('\n\n')
}
