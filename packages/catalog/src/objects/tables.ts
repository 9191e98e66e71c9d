import { comment } from '../fragments.ts'
import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface TableRow {
  oid: number
  schema: string
  name: string
  /** As in pg_class: r table, p partitioned table, f foreign table. */
  kind: 'r' | 'p' | 'f'
  owner: string
  /** As in pg_class: p permanent, u unlogged, t temporary. */
  persistence: 'p' | 'u' | 't'
  /** The oid of the first parent of a partition or inheriting table. */
  parent: number | null
  is_partition: boolean
  /** The `PARTITION BY` clause of a partitioned table. */
  partition_key: string | null
  /** The `FOR VALUES` clause of a partition. */
  partition_bound: string | null
  rls_enabled: boolean
  rls_forced: boolean
  /** As in pg_class: d default, n nothing, f full, i index. */
  replica_identity: 'd' | 'n' | 'f' | 'i'
  /** Rows as of the last ANALYZE or VACUUM; null before the first. */
  estimated_rows: number | null
  /** The server of a foreign table. */
  server: string | null
  comment: string | null
}

/** Tables, including partitions. */
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
  ${orderAndLimit(selection, 'c.oid', 'n.nspname, c.relname')}`
