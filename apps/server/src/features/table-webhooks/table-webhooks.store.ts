import { TABLE_WEBHOOKS_MAX } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import type { NewTableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { type Selectable, sql } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import { newSigningSecret } from '../../platform/outgoing-requests/signature.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

export type TableWebhookStore = ReturnType<typeof tableWebhookStore>

/** Where a webhook sends to. */
export interface Destination {
  readonly id: string
  /** What the ids of its events begin with. */
  readonly eventsAs: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly secret: string
  readonly timeoutSeconds: number
}

/** A webhook as it is stored, with its secrets. */
export interface StoredWebhook extends Destination {
  readonly name: string
  readonly isEnabled: boolean
  readonly createdAt: string
}

/** Undefined fields stay unchanged. */
interface StoredChange {
  readonly name: string | undefined
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly timeoutSeconds: number | undefined
  readonly isEnabled: boolean | undefined
}

/** Webhooks of tables, without their triggers. Addresses, header values and signing secrets are sealed. */
export function tableWebhookStore(metadata: Metadata, secrets: Secrets) {
  const opened = (row: Selectable<MetadataSchema['table_webhooks']>): StoredWebhook => ({
    id: row.id,
    eventsAs: row.events_as ?? row.id,
    name: row.name,
    isEnabled: row.is_enabled,
    createdAt: row.created_at,
    url: secrets.open(row.sealed_url),
    headers: JSON.parse(secrets.open(row.sealed_headers)),
    secret: secrets.open(row.sealed_secret),
    timeoutSeconds: row.timeout_seconds,
  })
  const sealedHeaders = (headers: Readonly<Record<string, string>>) => secrets.seal(JSON.stringify(headers))

  return {
    /** The projects that have webhooks. */
    async refs(): Promise<string[]> {
      const rows = await metadata.selectFrom('table_webhooks').select('ref').distinct().execute()
      return rows.map(({ ref }) => ref)
    },

    async list(ref: string): Promise<StoredWebhook[]> {
      const rows = await metadata
        .selectFrom('table_webhooks')
        .selectAll()
        .where('ref', '=', ref)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(opened)
    },

    async find(ref: string, id: string): Promise<StoredWebhook | undefined> {
      const row = await metadata
        .selectFrom('table_webhooks')
        .selectAll()
        .where('ref', '=', ref)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && opened(row)
    },

    /** Throws `conflict` when the id is taken or the project has reached its limit. */
    async create(
      ref: string,
      { id, name, url, headers, timeout_seconds }: NewTableWebhook,
    ): Promise<{ secret: string }> {
      const secret = newSigningSecret()
      await metadata.transaction().execute(async (transaction) => {
        await sql`select from projects where ref = ${ref} for update`.execute(transaction)
        const { count } = await transaction
          .selectFrom('table_webhooks')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('ref', '=', ref)
          .executeTakeFirstOrThrow()
        if (Number(count) >= TABLE_WEBHOOKS_MAX)
          throw new AppError(
            'conflict',
            `A project has at most ${TABLE_WEBHOOKS_MAX} webhooks. Delete one you no longer need.`,
          )
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('table_webhooks')
          .values({
            id,
            ref,
            name,
            sealed_url: secrets.seal(url),
            sealed_headers: sealedHeaders(Object.fromEntries(headers.map((each) => [each.name, each.value]))),
            sealed_secret: secrets.seal(secret),
            timeout_seconds,
          })
          .onConflict((conflict) => conflict.columns(['ref', 'id']).doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 0n)
          throw new AppError('conflict', 'There is already a webhook with this id')
      })
      return { secret }
    },

    async change(
      ref: string,
      id: string,
      { name, url, headers, timeoutSeconds, isEnabled }: StoredChange,
    ): Promise<void> {
      const changed = {
        ...(name !== undefined && { name }),
        ...(url !== undefined && { sealed_url: secrets.seal(url) }),
        ...(headers !== undefined && { sealed_headers: sealedHeaders(headers) }),
        ...(timeoutSeconds !== undefined && { timeout_seconds: timeoutSeconds }),
        ...(isEnabled !== undefined && { is_enabled: isEnabled }),
      }
      if (Object.keys(changed).length === 0) return
      await metadata
        .updateTable('table_webhooks')
        .set(changed)
        .where('ref', '=', ref)
        .where('id', '=', id)
        .execute()
    },

    async remove(ref: string, id: string): Promise<void> {
      await metadata.deleteFrom('table_webhooks').where('ref', '=', ref).where('id', '=', id).execute()
    },

    /** When the project must be woken for events that wait; undefined when none does. */
    async wakeAt(ref: string): Promise<Date | undefined> {
      const row = await metadata
        .selectFrom('webhook_wakes')
        .select('wake_at')
        .where('ref', '=', ref)
        .executeTakeFirst()
      return row && new Date(row.wake_at)
    },

    async setWakeAt(ref: string, at: Date | undefined): Promise<void> {
      if (at)
        await metadata
          .insertInto('webhook_wakes')
          .values({ ref, wake_at: at })
          .onConflict((conflict) => conflict.column('ref').doUpdateSet({ wake_at: at }))
          .execute()
      else await metadata.deleteFrom('webhook_wakes').where('ref', '=', ref).execute()
    },
  }
}
