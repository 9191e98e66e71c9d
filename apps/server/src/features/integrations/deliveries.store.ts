import { DELIVERIES_RETAINED, nextAttempt } from '@basalt/contract/integrations/webhooks.rules.ts'
import type { WebhookDelivery } from '@basalt/contract/integrations/webhooks.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { WebhookMessage } from './integrations.tables.ts'
import { toDelivery } from './latest-deliveries.ts'

/** Deliveries sent concurrently. */
const DUE_BATCH = 10

export type DeliveryStore = ReturnType<typeof deliveryStore>
export type DueDelivery = Awaited<ReturnType<DeliveryStore['due']>>[number]

/** Deliveries to webhooks, sent and pending. */
export function deliveryStore(metadata: Metadata, secrets: Secrets) {
  const toSend = () =>
    metadata
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
      .innerJoin('organizations as organization', 'organization.id', 'webhook.organization_id')
      .select([
        'delivery.id',
        'delivery.message',
        'delivery.created_at',
        'delivery.attempts',
        'webhook.format',
        'webhook.sealed_url',
        'webhook.sealed_secret',
        'organization.slug',
        'organization.name',
      ])

  type Row = Awaited<ReturnType<ReturnType<typeof toSend>['executeTakeFirstOrThrow']>>
  const opened = ({ sealed_url, sealed_secret, slug, name, ...row }: Row) => ({
    ...row,
    url: secrets.open(sealed_url),
    secret: secrets.open(sealed_secret),
    organization: { slug, name },
  })

  return {
    /** Queues a message for each enabled webhook that accepts its priority. Returns the number of webhooks. */
    async add(organizationId: string, message: WebhookMessage, at: Date): Promise<number> {
      const { rows } = await sql<{ webhook_id: string }>`
        insert into webhook_deliveries (webhook_id, message, created_at, next_attempt_at)
        select id, ${JSON.stringify(message)}::jsonb, ${at}, ${at} from webhooks
        where organization_id = ${organizationId} and is_enabled and ${message.priority} = any(priorities)
        returning webhook_id`.execute(metadata)
      for (const { webhook_id } of rows) await deleteOld(metadata, webhook_id)
      return rows.length
    },

    /** Adds a delivery that its caller sends once, whether or not the webhook is enabled. */
    async addTest(webhookId: string, message: WebhookMessage, at: Date) {
      const { id } = await metadata
        .insertInto('webhook_deliveries')
        .values({
          webhook_id: webhookId,
          message: JSON.stringify(message),
          created_at: at,
          answer: null,
          next_attempt_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await deleteOld(metadata, webhookId)
      return opened(await toSend().where('delivery.id', '=', id).executeTakeFirstOrThrow())
    },

    /** The deliveries due now, oldest first; those of a disabled webhook wait. */
    async due(now: Date) {
      const rows = await toSend()
        .where('webhook.is_enabled', '=', true)
        .where('next_attempt_at', '<=', now.toISOString())
        .orderBy('next_attempt_at')
        .limit(DUE_BATCH)
        .execute()
      return rows.map(opened)
    },

    /** When the next delivery is due; undefined when none is pending. */
    async nextDue(): Promise<Date | undefined> {
      const row = await metadata
        .selectFrom('webhook_deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
        .select('next_attempt_at')
        .where('is_enabled', '=', true)
        .where('next_attempt_at', 'is not', null)
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst()
      return row?.next_attempt_at ? new Date(row.next_attempt_at) : undefined
    },

    /** Records the result of an attempt. Undefined when the webhook has been deleted. */
    async record(
      id: string,
      { attempts, isDelivered, answer, at, isLast = false }: Attempt,
    ): Promise<WebhookDelivery | undefined> {
      const next = isDelivered || isLast ? undefined : nextAttempt(attempts, at)
      const row = await metadata
        .updateTable('webhook_deliveries')
        .set({
          attempts,
          answer,
          outcome: isDelivered ? 'delivered' : next ? 'pending' : 'failed',
          next_attempt_at: next ?? null,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && toDelivery(row)
    },

    async list(webhookId: string): Promise<WebhookDelivery[]> {
      const rows = await metadata
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(DELIVERIES_RETAINED)
        .execute()
      return rows.map(toDelivery)
    },
  }
}

interface Attempt {
  /** Attempts so far, including this one. */
  attempts: number
  isDelivered: boolean
  answer: string
  at: Date
  /** No retry follows, whatever the result. */
  isLast?: boolean
}

/** Pending deliveries are never deleted: a receiver that is down for hours still gets all of them. */
const deleteOld = (metadata: Metadata, webhookId: string) =>
  sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries where webhook_id = ${webhookId}
    order by created_at desc, id offset ${DELIVERIES_RETAINED}
  ) and next_attempt_at is null`.execute(metadata)
