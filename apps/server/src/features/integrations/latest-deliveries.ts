import type { WebhookDelivery } from '@basalt/contract/integrations/webhooks.schema.ts'
import { type Selectable, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { WebhookMessage } from './integrations.tables.ts'

type DeliveryRow = Selectable<MetadataSchema['webhook_deliveries']>

export const toDelivery = ({ message, ...row }: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  name: message.name,
  title: message.title,
  created_at: row.created_at,
  outcome: row.outcome,
  attempts: row.attempts,
  answer: row.answer,
  next_attempt_at: row.next_attempt_at,
})

/** The newest delivery of each webhook that has one. */
export async function latestDeliveries(metadata: Metadata, webhookIds: readonly string[]) {
  const { rows } = await sql<DeliveryRow & { message: WebhookMessage }>`
    select delivery.* from unnest(${webhookIds}::uuid[]) as webhook (id)
    cross join lateral (
      select * from webhook_deliveries where webhook_id = webhook.id order by created_at desc, id limit 1
    ) delivery`.execute(metadata)
  return new Map(rows.map((row) => [row.webhook_id, toDelivery(row)]))
}
