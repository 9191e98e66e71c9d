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
import { alterWebhookTrigger, createWebhookTrigger, dropWebhookTrigger } from '@basalt/sql/webhook-trigger.ts'
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

/** What a form begins with. A duplicate asks for the address and the values of headers again: they are not known here. */
export const fieldsOf = (webhook: TableWebhook | undefined, isCopy = false): WebhookInput => ({
  name: isCopy && webhook ? `${webhook.name}_copy` : (webhook?.name ?? ''),
  schema: webhook?.table?.schema ?? 'public',
  table: webhook?.table?.name ?? '',
  events: webhook && webhook.events.length > 0 ? [...webhook.events] : [...webhookEvents],
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
  const current = { ...triggerOf(webhook, webhook.table), id }
  return alterWebhookTrigger(current, { name: typed.trim(), events: chosen })
    .map((statement) => `${statement};`)
    .join('\n\n')
}

/** The SQL that pauses a webhook or resumes it; none for one whose trigger was dropped. */
export const switchSql = (webhook: TableWebhook): string[] =>
  webhook.table === null
    ? []
    : alterWebhookTrigger(triggerOf(webhook, webhook.table), { isEnabled: !webhook.is_enabled })

/** The SQL that deletes a webhook; none for one whose trigger was dropped. */
export const dropSql = ({ name, table }: TableWebhook): string[] =>
  table === null ? [] : [dropWebhookTrigger({ name, schema: table.schema, table: table.name })]

const triggerOf = (webhook: TableWebhook, table: { schema: string; name: string }) => ({
  id: webhook.id,
  name: webhook.name,
  schema: table.schema,
  table: table.name,
  events: webhook.events,
  isEnabled: webhook.is_enabled,
})
