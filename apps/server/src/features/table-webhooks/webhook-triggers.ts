import type { WebhookEvent } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import { WEBHOOK_FUNCTION } from '@basalt/sql/webhook-trigger.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'

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
    select pg_catalog.convert_from(pg_catalog.substring(t.tgargs, 1, greatest(pg_catalog.length(t.tgargs) - 1, 0)), 'UTF8')
        as webhook, t.oid,
      t.tgname as name, c.oid::pg_catalog.int8::pg_catalog.float8 as table_id, n.nspname as schema, c.relname as "table",
      array(select event from (values (1, 4, 'INSERT'), (2, 16, 'UPDATE'), (3, 8, 'DELETE')) as known (place, bit, event)
        where t.tgtype & bit <> 0 order by place) as events,
      t.tgenabled in ('O', 'A') as "isEnabled"
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgfoid = '${WEBHOOK_FUNCTION}()'::pg_catalog.regprocedure and not t.tgisinternal and t.tgparentid = 0
  ) found
  order by webhook, oid`

/** The triggers of webhooks, by the id of the webhook. The catalog is read over a connection that is kept open for that. */
export async function webhookTriggers(
  { rows }: ProjectDatabases['asOwner'],
  ref: string,
): Promise<ReadonlyMap<string, TriggerState>> {
  const found = await rows<TriggerState>(ref, TRIGGERS)
  return new Map(found.map((row) => [row.webhook, row]))
}
