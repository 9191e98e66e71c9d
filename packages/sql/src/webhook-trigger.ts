import { quoteIdentifier, quoteLiteral, quoteQualified } from './quote.ts'
import { BOOKKEEPING_SCHEMA } from './schema-owners.rules.ts'

/** The events of a table that a webhook can be for, in the order in which SQL is written. */
export const webhookEvents = ['INSERT', 'UPDATE', 'DELETE'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The function of the triggers that webhooks consist of, with schema. */
export const WEBHOOK_FUNCTION = `${BOOKKEEPING_SCHEMA}.record_webhook_event`

interface TriggerPlace {
  /** The name of the webhook and of its trigger. */
  readonly name: string
  readonly schema: string
  readonly table: string
}

interface WebhookTrigger extends TriggerPlace {
  /** The id of the webhook. */
  readonly id: string
  readonly events: readonly WebhookEvent[]
}

const onTable = ({ name, schema, table }: TriggerPlace) =>
  `${quoteIdentifier(name)} on ${quoteQualified(schema, table)}`

const definition = ({ id, name, schema, table, events }: WebhookTrigger) =>
  `trigger ${quoteIdentifier(name)}
  after ${webhookEvents
    .filter((event) => events.includes(event))
    .map((event) => event.toLowerCase())
    .join(' or ')} on ${quoteQualified(schema, table)}
  for each row execute function ${WEBHOOK_FUNCTION}(${quoteLiteral(id)})`

export const createWebhookTrigger = (trigger: WebhookTrigger) => `create ${definition(trigger)}`

export const dropWebhookTrigger = (place: TriggerPlace) => `drop trigger ${onTable(place)}`

export interface WebhookTriggerChange {
  readonly name?: string | undefined
  readonly events?: readonly WebhookEvent[] | undefined
  readonly isEnabled?: boolean | undefined
}

/** The statements that change a webhook's trigger; none when it stays as it is. */
export function alterWebhookTrigger(
  current: WebhookTrigger & { readonly isEnabled: boolean },
  { name = current.name, events = current.events, isEnabled = current.isEnabled }: WebhookTriggerChange,
): string[] {
  const table = quoteQualified(current.schema, current.table)
  const renamed = { ...current, name, events }
  const isSame = webhookEvents.every((event) => events.includes(event) === current.events.includes(event))
  return [
    ...(name === current.name
      ? []
      : [`alter trigger ${onTable(current)} rename to ${quoteIdentifier(name)}`]),
    ...(isSame ? [] : [`create or replace ${definition(renamed)}`]),
    // Replacing a trigger enables it.
    ...(isEnabled === current.isEnabled && (isSame || isEnabled)
      ? []
      : [`alter table ${table} ${isEnabled ? 'enable' : 'disable'} trigger ${quoteIdentifier(name)}`]),
  ]
}
