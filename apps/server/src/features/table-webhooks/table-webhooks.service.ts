import { functionOf } from '@basalt/contract/integrations/function-uri.rules.ts'
import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import {
  SHOWN_BODY_MAX,
  TABLE_DELIVERIES_PAGE,
} from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import type {
  CreatedTableWebhook,
  NewTableWebhook,
  TableWebhook,
  TableWebhookChange,
  TableWebhookDeliveriesQuery,
  TableWebhookDelivery,
  TableWebhookDeliveryBody,
} from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { alterWebhookTrigger, createWebhookTrigger, dropWebhookTrigger } from '@basalt/sql/webhook-trigger.ts'
import type { z } from 'zod'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { LOCK_NOT_AVAILABLE, ofDatabase, sqlFailed } from '../../platform/project-databases/sql/sql-failed.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'
import type { TableWebhookDeliverer } from './deliverer.ts'
import {
  deliveries,
  delivery,
  makeDue,
  makeFailedDue,
  nextEventId,
  type OutboxState,
  outboxStates,
  recordSent,
  removeEvents,
} from './outbox.ts'
import type { SendEvent } from './send-event.ts'
import { testEvent } from './sent-event.ts'
import type { StoredWebhook, TableWebhookStore } from './table-webhooks.store.ts'
import { type TriggerState, webhookTriggers } from './webhook-triggers.ts'

interface Deps {
  databases: Pick<ProjectDatabases, 'asAdmin' | 'asMember' | 'asOwner'>
  store: TableWebhookStore
  deliverer: Pick<TableWebhookDeliverer, 'refresh'>
  recorded: RecordedChange
  sendEvent: SendEvent
  now: () => Date
}

export type TableWebhooksService = ReturnType<typeof tableWebhooksService>

/**
 * Webhooks of tables: a destination in the metadata, and a trigger in the project's database that members create with
 * their own rights. All throw `instance_unavailable` when the database does not answer.
 */
export function tableWebhooksService({
  databases: { asAdmin, asMember, asOwner },
  store,
  deliverer,
  recorded,
  sendEvent,
  now,
}: Deps) {
  const mustFind = async (ref: string, id: string): Promise<StoredWebhook> => {
    const webhook = await store.find(ref, id)
    if (!webhook) throw notFound('Webhook', id)
    return webhook
  }
  const triggerOf = async (ref: string, id: string): Promise<TriggerState | undefined> =>
    (await webhookTriggers(asOwner, ref)).get(id)

  /** All or nothing. Throws `sql_failed` for what PostgreSQL refuses. */
  const runAll = async (call: MemberCall, statements: readonly string[]) => {
    if (statements.length === 0) return
    const { ref, member, signal } = call
    const settings = { lock_timeout: `${SCHEMA_LOCK_TIMEOUT_SECONDS}s` }
    await recorded(call, 'database_pages', async (note) => {
      note({ kind: 'schema', statements, missing: 'destination' })
      try {
        await asMember.transaction(ref, member, { access: 'read write', signal, settings }, async (run) => {
          for (const text of statements) await run({ text, values: [] })
        })
      } catch (error) {
        throw ofDatabase(error) ? sqlFailed(error, { message: messageOf(error) }) : error
      }
    })
  }

  return {
    async list(ref: string): Promise<TableWebhook[]> {
      const stored = await store.list(ref)
      if (stored.length === 0) return []
      const [triggers, states] = await Promise.all([
        webhookTriggers(asOwner, ref),
        asAdmin.session(ref, (client) =>
          outboxStates(
            client,
            stored.map(({ id }) => id),
          ),
        ),
      ])
      return stored.map((webhook) => wireWebhook(webhook, triggers.get(webhook.id), states.get(webhook.id)!))
    },

    /** The destination is stored first, so that no event is recorded for a webhook that does not exist. */
    async create(call: MemberCall, webhook: NewTableWebhook): Promise<CreatedTableWebhook> {
      if (isProtectedSchema(webhook.schema))
        throw new AppError('forbidden', `The schema ${webhook.schema} is managed by Basalt and read-only.`)
      mustSuit(webhook.url, webhook.headers)
      const { secret } = await store.create(call.ref, webhook)
      try {
        await runAll(call, [createWebhookTrigger(webhook)])
      } catch (error) {
        await store.remove(call.ref, webhook.id)
        throw error
      }
      deliverer.refresh(call.ref)
      return { id: webhook.id, secret }
    },

    async change(call: MemberCall, id: string, change: TableWebhookChange): Promise<void> {
      const { ref } = call
      const webhook = await mustFind(ref, id)
      const { name, events, url, is_enabled, timeout_seconds: timeoutSeconds } = change
      const headers = change.headers && mergedHeaders(webhook.headers, change.headers)
      mustSuit(url ?? webhook.url, Object.keys(headers ?? webhook.headers))
      if (name !== undefined || events !== undefined || is_enabled !== undefined) {
        const trigger = await triggerOf(ref, id)
        if (!trigger)
          throw new AppError(
            'conflict',
            'The trigger or the table of this webhook was dropped. Delete the webhook and create it again.',
          )
        await runAll(call, alterWebhookTrigger({ ...trigger, id }, { name, events, isEnabled: is_enabled }))
      }
      await store.change(ref, id, { name, url, headers, timeoutSeconds, isEnabled: is_enabled })
      deliverer.refresh(ref)
    },

    async remove(call: MemberCall, id: string): Promise<void> {
      const { ref } = call
      await mustFind(ref, id)
      const trigger = await triggerOf(ref, id)
      if (trigger) await runAll(call, [dropWebhookTrigger(trigger)])
      await store.remove(ref, id)
      deliverer.refresh(ref)
      await asAdmin.session(ref, (client) => removeEvents(client, id))
    },

    /** Sends an event of no row once, also while the webhook is disabled, and records what was answered. */
    async test(ref: string, id: string): Promise<TableWebhookDelivery> {
      const webhook = await mustFind(ref, id)
      const payload = testEvent(await triggerOf(ref, id))
      const event = await asAdmin.session(ref, nextEventId)
      const { isDelivered, answer, durationMs, excerpt } = await sendEvent(ref, webhook, {
        id: event,
        payload,
      })
      const outcome = isDelivered ? 'delivered' : 'failed'
      return asAdmin.session(ref, (client) =>
        recordSent(client, {
          webhook: id,
          id: event,
          payload,
          outcome,
          answer,
          durationMs,
          excerpt,
          at: now(),
        }),
      )
    },

    async deliveries(
      ref: string,
      id: string,
      { outcome, since, before }: z.output<typeof TableWebhookDeliveriesQuery>,
    ): Promise<TableWebhookDelivery[]> {
      await mustFind(ref, id)
      return asAdmin.session(ref, (client) =>
        deliveries(client, id, { outcome, since, before, limit: TABLE_DELIVERIES_PAGE }),
      )
    },

    async delivery(ref: string, id: string, deliveryId: string): Promise<TableWebhookDeliveryBody> {
      await mustFind(ref, id)
      const found = await asAdmin.session(ref, (client) => delivery(client, id, deliveryId, SHOWN_BODY_MAX))
      if (!found) throw notFound('Delivery', deliveryId)
      return found
    },

    async resend(ref: string, id: string, deliveryId: string): Promise<void> {
      await mustFind(ref, id)
      const found = await asAdmin.session(ref, (client) => delivery(client, id, deliveryId, 0))
      if (!found) throw notFound('Delivery', deliveryId)
      if (found.body === null)
        throw new AppError('conflict', 'This event was too large to keep, so it cannot be sent again.')
      await asAdmin.session(ref, (client) => makeDue(client, id, deliveryId))
      deliverer.refresh(ref)
    },

    async resendFailed(ref: string, id: string): Promise<{ count: number }> {
      await mustFind(ref, id)
      const count = await asAdmin.session(ref, (client) => makeFailedDue(client, id))
      deliverer.refresh(ref)
      return { count }
    },
  }
}

/** Throws `validation_failed` for headers of a function, which has none. */
function mustSuit(url: string, headers: readonly unknown[]) {
  if (functionOf(url) === undefined || headers.length === 0) return
  const message = 'A function of the database gets no headers. Remove them.'
  throw new AppError('validation_failed', message, { details: { issues: [{ path: 'headers', message }] } })
}

/** Throws `validation_failed` for a header without value that the webhook does not have yet. */
function mergedHeaders(
  current: Readonly<Record<string, string>>,
  headers: NonNullable<TableWebhookChange['headers']>,
): Record<string, string> {
  const known = new Map(Object.entries(current).map(([name, value]) => [name.toLowerCase(), value]))
  return Object.fromEntries(
    headers.map(({ name, value = known.get(name.toLowerCase()) }, index) => {
      if (value === undefined)
        throw new AppError('validation_failed', `Enter the value of ${name}`, {
          details: { issues: [{ path: `headers.${index}.value`, message: 'Enter a value' }] },
        })
      return [name, value]
    }),
  )
}

const messageOf = ({ code, message }: { code: string; message: string }) =>
  code === LOCK_NOT_AVAILABLE
    ? `Another transaction has kept the table locked for ${SCHEMA_LOCK_TIMEOUT_SECONDS} seconds. Nothing was changed. Try again, or end that transaction.`
    : `${message[0]?.toUpperCase() ?? ''}${message.slice(1)}.`

const wireWebhook = (
  webhook: StoredWebhook,
  trigger: TriggerState | undefined,
  { pending, pendingSince, last }: OutboxState,
): TableWebhook => ({
  id: webhook.id,
  name: trigger?.name ?? webhook.name,
  table: trigger ? { id: trigger.table_id, schema: trigger.schema, name: trigger.table } : null,
  events: trigger?.events ?? [],
  origin: functionOf(webhook.url) ? webhook.url : new URL(webhook.url).origin,
  header_names: Object.keys(webhook.headers),
  timeout_seconds: webhook.timeoutSeconds,
  is_enabled: webhook.isEnabled && (trigger?.isEnabled ?? true),
  created_at: webhook.createdAt,
  pending,
  pending_since: pendingSince?.toISOString() ?? null,
  last_delivery: last,
})
