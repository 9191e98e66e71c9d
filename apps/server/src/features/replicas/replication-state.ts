import { replicationName } from '@basalt/postgres-supervisor/replica-on-primary.ts'
import type pg from 'pg'

/** What a primary knows of one of its replicas. Positions are in bytes from the beginning of its log. */
export interface ReplicationState {
  /** Whether it gets the log of its primary, however far it is behind. */
  isFollowing: boolean
  /** Whether it does, and has caught up once. */
  isStreaming: boolean
  /** The primary removed log that the replica still needed. */
  isLost: boolean
  written: number
  /** Null while it is not connected. */
  replayed: number | null
  /** The delay of what it replayed last, in seconds. */
  reported: number
  lag: { bytes: number; seconds: number } | null
}

/** A replica leaves its stream for moments while commits follow each other; its slot is free then, and its state `startup`. */
const STATES = `
  select distinct on (s.slot_name) s.slot_name as name,
         coalesce(r.state <> 'stopping' and r.replay_lsn is not null, false) as "isFollowing",
         coalesce(r.state = 'streaming' or (r.state = 'startup' and r.replay_lsn is not null), false) as "isStreaming",
         s.wal_status = 'lost' as "isLost",
         pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), '0/0')::float8 as written,
         pg_catalog.pg_wal_lsn_diff(r.replay_lsn, '0/0')::float8 as replayed,
         coalesce(extract(epoch from r.replay_lag), 0)::float8 as reported
  from pg_catalog.pg_replication_slots s
  left join pg_catalog.pg_stat_replication r on r.application_name = s.slot_name
  where s.slot_name = any($1)
  order by s.slot_name, r.backend_start desc nulls last`

/** The state of replicas by identifier, asked on their primary; those that have no slot there are missing. */
export async function replicationStates(
  client: pg.Client,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, Omit<ReplicationState, 'lag'>>> {
  const names = new Map(identifiers.map((identifier) => [replicationName(identifier), identifier]))
  const { rows } = await client.query<Omit<ReplicationState, 'lag'> & { name: string }>(STATES, [
    [...names.keys()],
  ])
  return new Map(rows.map(({ name, ...state }) => [names.get(name)!, state]))
}
