import { functionOf, functionUri } from '@basalt/contract/integrations/function-uri.rules.ts'
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
import { webhookTargets } from './webhook-target.rules.ts'

const { name, schema, table, events, headers, timeout_seconds } = NewTableWebhook.shape

const Seconds = z
  .string()
  .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
  .pipe(timeout_seconds.unwrap())

const Inputs = z.object({
  name,
  schema,
  table,
  events,
  target: z.enum(webhookTargets),
  url: z.string().trim(),
  function_schema: z.string().trim(),
  function_name: z.string().trim(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  timeout_seconds: Seconds,
})

const ADDRESS = 'Enter an address such as https://example.com/orders'
/** Address and values of headers that are stored are not known here: empty ones keep them. */
const KeptAddress = Inputs.shape.url.refine((text) => text === '' || isWebhookUrl(text), ADDRESS)
const NewAddress = Inputs.shape.url.refine(isWebhookUrl, ADDRESS)

/** The fields of a new webhook, or of an existing one. What is not shown for a target is not checked. */
export const webhookFields = (webhook: TableWebhook | undefined) =>
  z.discriminatedUnion('target', [
    Inputs.extend({
      target: z.literal('http'),
      url: webhook && !functionOf(webhook.origin) ? KeptAddress : NewAddress,
      headers: headers.unwrap(),
    }),
    Inputs.extend({
      target: z.literal('function'),
      function_schema: Inputs.shape.function_schema.min(1, 'Enter a schema'),
      function_name: Inputs.shape.function_name.min(1, 'Enter the name of a function'),
    }),
  ])

export type WebhookInput = z.input<typeof Inputs>
export type WebhookValues = z.output<typeof Inputs>

/** What the server is sent for a new webhook. */
export const newWebhookOf = ({ target, function_schema, function_name, ...values }: WebhookValues) =>
  target === 'http'
    ? values
    : { ...values, url: functionUri({ schema: function_schema, name: function_name }), headers: [] }

/** What a form begins with. A duplicate asks for the address and the values of headers again: they are not known here. */
export const fieldsOf = (webhook: TableWebhook | undefined, isCopy = false): WebhookInput => ({
  name: isCopy && webhook ? `${webhook.name}_copy` : (webhook?.name ?? ''),
  schema: webhook?.table?.schema ?? 'public',
  table: webhook?.table?.name ?? '',
  events: webhook && webhook.events.length > 0 ? [...webhook.events] : [...webhookEvents],
  ...targetOf(webhook),
  url: '',
  headers: (webhook?.header_names ?? []).map((header) => ({ name: header, value: '' })),
  timeout_seconds: String(webhook?.timeout_seconds ?? WEBHOOK_TIMEOUT_DEFAULT),
})

function targetOf(webhook: TableWebhook | undefined) {
  const called = webhook && functionOf(webhook.origin)
  return {
    target: called ? ('function' as const) : ('http' as const),
    function_schema: called?.schema ?? 'public',
    function_name: called?.name ?? '',
  }
}

/** What changes; throws for a header that is new and has no value. */
export function changeOf(webhook: TableWebhook, values: WebhookValues): TableWebhookChange {
  const { name, events, url, headers, timeout_seconds } = newWebhookOf(values)
  const known = new Set(webhook.header_names.map((header) => header.toLowerCase()))
  const isDropped = webhook.table === null
  return TableWebhookChange.parse({
    // The trigger of a dropped table cannot be changed.
    ...(!isDropped && { name, events }),
    ...(url !== '' && { url }),
    headers: headers.map((header) => ({
      name: header.name,
      ...((header.value !== '' || !known.has(header.name.toLowerCase())) && { value: header.value }),
    })),
    timeout_seconds,
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
