import { comment } from '../fragments.ts'
import { ending, restriction, type Selection } from '../selection.ts'

export interface TableRow {
  oid: number
  schema: string
  name: string
  /** As in pg_class: r table, p partitioned table, f foreign table. */
  kind: 'r' | 'p' | 'f'
  owner: string
  /** As in pg_class: p permanent, u unlogged, t temporary. */
  persistence: 'p' | 'u' | 't'
  /** Of a partition or an inheriting table, the oid of its first parent. */
  parent: number | null
  is_partition: boolean
  /** Of a partitioned table, how and by what, as in `PARTITION BY`. */
  partition_key: string | null
  /** Of a partition, what it holds, as in `FOR VALUES`. */
  partition_bound: string | null
  rls_enabled: boolean
  rls_forced: boolean
  /** As in pg_class: d default, n nothing, f full, i index. */
  replica_identity: 'd' | 'n' | 'f' | 'i'
  /** Rows as of the last ANALYZE or VACUUM; null before the first. */
  estimated_rows: number | null
  /** Of a foreign table. */
  server: string | null
  comment: string | null
}

/** Tables, partitions included. */
export const tables = (selection: Selection = {}) => `
  select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind,
    pg_catalog.pg_get_userbyid(c.relowner) as owner, c.relpersistence as persistence,
    parent.inhparent as parent, c.relispartition as is_partition,
    case when c.relkind = 'p' then pg_catalog.pg_get_partkeydef(c.oid) end as partition_key,
    pg_catalog.pg_get_expr(c.relpartbound, c.oid) as partition_bound,
    c.relrowsecurity as rls_enabled, c.relforcerowsecurity as rls_forced, c.relreplident as replica_identity,
    nullif(c.reltuples, -1)::float8 as estimated_rows, server.srvname as server, ${comment('c.oid', 'pg_class')} as comment
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_inherits parent on parent.inhrelid = c.oid and parent.inhseqno = 1
  left join pg_catalog.pg_foreign_table f on f.ftrelid = c.oid
  left join pg_catalog.pg_foreign_server server on server.oid = f.ftserver
  where c.relkind in ('r', 'p', 'f')${restriction(selection, { id: 'c.oid', namespace: 'c.relnamespace' })}
  ${ending(selection, 'c.oid', 'n.nspname, c.relname')}`
