import type { SubscribedTableState } from '@basalt/contract/replication/replication.rules.ts'
import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { USER_ROLE } from '../project-databases/database-roles.ts'
import { NOWHERE } from './conninfo.ts'

type Runner = Pick<pg.Client, 'query'>

/**
 * Creates the subscription to a slot that exists, owned by the role `postgres`, which may not do it by SQL of its own: a
 * subscription connects from this machine. Not being a superuser, it has to prove a password there. The connection string is
 * a parameter of the session, so that neither pg_stat_activity nor an error shows it.
 */
export async function subscribe(
  admin: Runner,
  name: string,
  connection: string,
  { publications, copiesRows = true }: { publications: readonly string[]; copiesRows?: boolean },
): Promise<void> {
  const list = quoteLiteral(publications.map(quoteIdentifier).join(', '))
  await admin.query(`begin; set local role ${quoteIdentifier(USER_ROLE)}`)
  try {
    await admin.query(`select pg_catalog.set_config('basalt.source', $1, true)`, [connection])
    await admin.query(`
      do $do$ begin
        execute pg_catalog.format(
          'create subscription %I connection %L publication %s with (create_slot = false, slot_name = %L, copy_data = ${copiesRows})',
          ${quoteLiteral(name)}, pg_catalog.current_setting('basalt.source'), ${list}, ${quoteLiteral(name)});
      exception when others then
        -- Without its context, which is the statement.
        raise exception using errcode = sqlstate, message = sqlerrm;
      end $do$`)
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}

/** Replaces the connection string of a subscription as the role `postgres`. It is hidden as in `subscribe`. */
export async function reconnectSubscription(admin: Runner, name: string, connection: string): Promise<void> {
  await admin.query(`begin; set local role ${quoteIdentifier(USER_ROLE)}`)
  try {
    await admin.query(`select pg_catalog.set_config('basalt.source', $1, true)`, [connection])
    await admin.query(`
      do $do$ begin
        execute pg_catalog.format('alter subscription %I connection %L',
          ${quoteLiteral(name)}, pg_catalog.current_setting('basalt.source'));
      exception when others then
        -- Without its context, which is the statement.
        raise exception using errcode = sqlstate, message = sqlerrm;
      end $do$`)
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}

/** A pattern of the slots that a subscription makes at its source for the tables that it copies. */
export async function tableSlotsOf(client: Runner, name: string): Promise<string> {
  const { rows } = await client.query<{ pattern: string }>(
    `select pg_catalog.format('^pg_%s_sync_[0-9]+_%s$', s.oid, c.system_identifier) as pattern
     from pg_catalog.pg_subscription s, pg_catalog.pg_control_system() c where s.subname = $1`,
    [name],
  )
  return rows[0]!.pattern
}

export async function hasSubscription(admin: Runner, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_catalog.pg_subscription where subname = $1', [name])
  return rowCount === 1
}

/**
 * Drops a subscription and leaves its slot at the source. One whose source cannot be reached must not try: it would wait
 * for minutes.
 */
export async function unsubscribe(admin: Runner, name: string, isReachable: boolean): Promise<void> {
  if (!(await hasSubscription(admin, name))) return
  const subscription = quoteIdentifier(name)
  await admin.query(`alter subscription ${subscription} disable`)
  await admin.query(`alter subscription ${subscription} set (slot_name = none)`)
  if (!isReachable)
    await admin.query(`alter subscription ${subscription} connection ${quoteLiteral(NOWHERE)}`)
  await admin.query(`drop subscription ${subscription}`)
}

/** Follows again with a subscription that was about to be dropped. */
export async function resubscribe(admin: Runner, name: string): Promise<void> {
  const subscription = quoteIdentifier(name)
  await admin.query(`alter subscription ${subscription} disable`)
  await admin.query(`alter subscription ${subscription} set (slot_name = ${quoteLiteral(name)})`)
  await admin.query(`alter subscription ${subscription} enable`)
}

/** By `srsubstate` of pg_subscription_rel. */
export const SUBSCRIBED_TABLE_STATES: Readonly<Record<string, SubscribedTableState>> = {
  i: 'waiting',
  d: 'copying',
  f: 'catching_up',
  s: 'catching_up',
  r: 'streaming',
}

/** The tables of a subscription with their states, by schema and name. */
export async function followedTables(admin: Runner, name: string) {
  const { rows } = await admin.query<{ schema: string; name: string; state: string }>(
    `select n.nspname as schema, c.relname as name, r.srsubstate as state
     from pg_catalog.pg_subscription_rel r
     join pg_catalog.pg_subscription s on s.oid = r.srsubid
     join pg_catalog.pg_class c on c.oid = r.srrelid
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where s.subname = $1 order by 1, 2`,
    [name],
  )
  return rows.map(({ state, ...table }) => ({ ...table, state: SUBSCRIBED_TABLE_STATES[state] ?? 'waiting' }))
}

/** Whether a subscription's worker receives, and how often it has failed. */
export async function subscriptionHealth(admin: Runner, name: string) {
  const { rows } = await admin.query<{ is_connected: boolean; failures: number }>(
    `select coalesce(bool_or(w.pid is not null), false) as is_connected,
       coalesce(max(f.apply_error_count + f.sync_error_count), 0)::int as failures
     from pg_catalog.pg_subscription s
     left join pg_catalog.pg_stat_subscription w on w.subid = s.oid and w.worker_type = 'apply' and w.received_lsn is not null
     left join pg_catalog.pg_stat_subscription_stats f on f.subid = s.oid
     where s.subname = $1`,
    [name],
  )
  return rows[0]!
}
