import {
  isOfImport,
  isPlatformSlot,
  SUBSCRIBED_TABLES_LISTED,
} from '@basalt/contract/replication/replication.rules.ts'
import type {
  Replication,
  ReplicationSlot,
  Subscription,
} from '@basalt/contract/replication/replication.schema.ts'
import type pg from 'pg'
import { SUBSCRIBED_TABLE_STATES } from '../../platform/other-databases/subscriptions.ts'

const SETTINGS = `
  select pg_catalog.current_setting('wal_level') as wal_level,
    pg_catalog.current_setting('max_replication_slots')::int as max_slots,
    (select case setting::int when -1 then null else setting::float8 * 1024 * 1024 end
     from pg_catalog.pg_settings where name = 'max_slot_wal_keep_size') as max_slot_bytes`

const PUBLICATIONS = 'select pubname as name from pg_catalog.pg_publication order by 1'

/** Never the connection string, which holds a password. */
const SUBSCRIPTIONS = `
  select s.oid, s.subname as name, s.subowner::pg_catalog.regrole::text as owner, s.subenabled as is_enabled,
    s.subpublications as publications, s.subslotname as slot_name, w.received_lsn is not null as is_connected,
    w.last_msg_receipt_time as last_message_at,
    coalesce(f.apply_error_count + f.sync_error_count, 0)::int as failures,
    (select pg_catalog.count(*)::int from pg_catalog.pg_subscription_rel r where r.srsubid = s.oid) as table_count
  from pg_catalog.pg_subscription s
  left join pg_catalog.pg_stat_subscription w on w.subid = s.oid and w.worker_type = 'apply' and w.pid is not null
  left join pg_catalog.pg_stat_subscription_stats f on f.subid = s.oid
  where s.subdbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
  order by 2`

const TABLES = `
  select n.nspname as schema, c.relname as name, r.srsubstate as state
  from pg_catalog.pg_subscription_rel r
  join pg_catalog.pg_class c on c.oid = r.srrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where r.srsubid = $1 order by r.srsubstate = 'r', 1, 2 limit ${SUBSCRIBED_TABLES_LISTED}`

/** A read replica leaves its stream for moments while commits follow each other. Its slot is free then, and its connection is not. */
const IS_OF_RESTING_REPLICA = "r.application_name = s.slot_name and s.slot_name like 'basalt\\_replica\\_%'"

const SLOTS = `
  select s.slot_name as name, s.slot_type as kind, s.plugin, s.temporary as is_temporary, r.pid is not null or s.active as is_active,
    pg_catalog.host(a.client_addr) as client, s.wal_status, s.safe_wal_size::float8 as safe_wal_bytes,
    greatest(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(),
      coalesce(s.confirmed_flush_lsn, s.restart_lsn)), 0)::float8 as lag_bytes,
    greatest(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), s.restart_lsn), 0)::float8 as held_bytes,
    case when r.pid is not null or s.active then coalesce(extract(epoch from r.replay_lag), 0)::float8 end as lag_seconds,
    s.inactive_since
  from pg_catalog.pg_replication_slots s
  left join pg_catalog.pg_stat_replication r
    on r.pid = s.active_pid or (s.active_pid is null and ${IS_OF_RESTING_REPLICA})
  left join pg_catalog.pg_stat_activity a on a.pid = s.active_pid
  order by 1`

type StoredSubscription = Omit<Subscription, 'tables' | 'is_of_import' | 'last_message_at'> & {
  oid: number
  last_message_at: Date | null
}
type StoredSlot = Omit<ReplicationSlot, 'inactive_since' | 'is_of_platform'> & { inactive_since: Date | null }

/** Publications, subscriptions and slots of a database as they are now. */
export async function readReplicationOf(admin: pg.Client): Promise<Replication> {
  const { rows: settings } =
    await admin.query<Pick<Replication, 'wal_level' | 'max_slots' | 'max_slot_bytes'>>(SETTINGS)
  const { rows: publications } = await admin.query<{ name: string }>(PUBLICATIONS)
  const { rows: stored } = await admin.query<StoredSubscription>(SUBSCRIPTIONS)
  const { rows: slots } = await admin.query<StoredSlot>(SLOTS)
  const subscriptions: Subscription[] = []
  for (const { oid, last_message_at, ...rest } of stored) {
    const { rows } = await admin.query<{ schema: string; name: string; state: string }>(TABLES, [oid])
    subscriptions.push({
      ...rest,
      last_message_at: last_message_at?.toISOString() ?? null,
      tables: rows.map(({ state, ...table }) => ({
        ...table,
        state: SUBSCRIBED_TABLE_STATES[state] ?? 'waiting',
      })),
      is_of_import: isOfImport(rest.name),
    })
  }
  return {
    ...settings[0]!,
    publications: publications.map(({ name }) => name),
    subscriptions,
    slots: slots.map((slot) => ({
      ...slot,
      is_of_platform: isPlatformSlot(slot.name),
      inactive_since: slot.inactive_since?.toISOString() ?? null,
    })),
  }
}
