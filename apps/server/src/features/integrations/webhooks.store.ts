import { WEBHOOKS_MAX } from '@basalt/contract/integrations/webhooks.rules.ts'
import type { NewWebhook, Webhook, WebhookChange } from '@basalt/contract/integrations/webhooks.schema.ts'
import { type Selectable, sql } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import { newSigningSecret } from '../../platform/outgoing-requests/signature.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { latestDeliveries } from './latest-deliveries.ts'

export type WebhookStore = ReturnType<typeof webhookStore>

/** Webhooks of organizations. URLs and signing secrets are sealed: either lets anyone write to a team's chat. */
export function webhookStore(metadata: Metadata, secrets: Secrets) {
  const toWebhooks = async (rows: Selectable<MetadataSchema['webhooks']>[]): Promise<Webhook[]> => {
    const latest = await latestDeliveries(
      metadata,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, name, format, priorities, is_enabled, created_at, sealed_url }) => ({
      id,
      name,
      format,
      priorities,
      is_enabled,
      created_at,
      origin: new URL(secrets.open(sealed_url)).origin,
      last_delivery: latest.get(id) ?? null,
    }))
  }
  const byId = (organizationId: string, id: string) =>
    metadata
      .selectFrom('webhooks')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)

  return {
    async list(organizationId: string): Promise<Webhook[]> {
      const rows = await metadata
        .selectFrom('webhooks')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return toWebhooks(rows)
    },

    async has(organizationId: string, id: string): Promise<boolean> {
      return (await byId(organizationId, id).executeTakeFirst()) !== undefined
    },

    /** Throws `conflict` when the organization has reached its limit. */
    async create(organizationId: string, { url, ...fields }: NewWebhook) {
      const secret = newSigningSecret()
      const row = await metadata.transaction().execute(async (transaction) => {
        await sql`select from organizations where id = ${organizationId} for update`.execute(transaction)
        const { count } = await transaction
          .selectFrom('webhooks')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('organization_id', '=', organizationId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= WEBHOOKS_MAX)
          throw new AppError(
            'conflict',
            `An organization has at most ${WEBHOOKS_MAX} webhooks. Delete one you no longer need.`,
          )
        return transaction
          .insertInto('webhooks')
          .values({
            ...fields,
            organization_id: organizationId,
            sealed_url: secrets.seal(url),
            sealed_secret: secrets.seal(secret),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      return { ...(await toWebhooks([row]))[0]!, secret }
    },

    /** Undefined when the organization has no such webhook. */
    async change(organizationId: string, id: string, { url, ...fields }: WebhookChange) {
      const rows = await metadata
        .updateTable('webhooks')
        .set({ ...fields, ...(url !== undefined && { sealed_url: secrets.seal(url) }) })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .execute()
      return (await toWebhooks(rows))[0]
    },

    /** False when the organization has no such webhook. */
    async remove(organizationId: string, id: string) {
      const { numDeletedRows } = await metadata
        .deleteFrom('webhooks')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
