import type { WebhookEvent } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import { WEBHOOK_FUNCTION } from '@basalt/sql/webhook-trigger.ts'
import type pg from 'pg'

/** The trigger of a webhook as the catalog has it. */
export interface TriggerState {
  /** The id of the webhook. */
  webhook: string
  name: string
  table_id: number
  schema: string
  table: string
  events: WebhookEvent[]
  isEnabled: boolean
}

/** A copied table has copied triggers; the oldest of each webhook is its own. */
const TRIGGERS = `
  select distinct on (webhook) * from (
    select convert_from(substring(t.tgargs for greatest(length(t.tgargs) - 1, 0)), 'UTF8') as webhook, t.oid,
      t.tgname as name, c.oid::int8::float8 as table_id, n.nspname as schema, c.relname as "table",
      array(select event from (values (1, 4, 'INSERT'), (2, 16, 'UPDATE'), (3, 8, 'DELETE')) as known (place, bit, event)
        where t.tgtype & bit <> 0 order by place) as events,
      t.tgenabled in ('O', 'A') as "isEnabled"
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where t.tgfoid = '${WEBHOOK_FUNCTION}()'::regprocedure and not t.tgisinternal and t.tgparentid = 0
  ) found
  order by webhook, oid`

/** The triggers of webhooks, by the id of the webhook. */
export async function webhookTriggers(client: pg.Client): Promise<ReadonlyMap<string, TriggerState>> {
  const { rows } = await client.query<TriggerState>(TRIGGERS)
  return new Map(rows.map((row) => [row.webhook, row]))
}
