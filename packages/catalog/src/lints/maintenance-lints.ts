import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { found, type Lint } from './lint.ts'

/** Tables of PostgreSQL and of Basalt are not the user's to fix. */
const OF_USERS = isOfUsers('n.nspname')

/** A sequence or key that has used this share of its numbers is near its end. */
export const NUMBERS_USED = 0.75
/** Bytes of a table file beyond what its rows need; less is not worth rewriting it. */
export const BLOAT_BYTES = 20 * 1024 * 1024
/** The share of a table file that its rows do not need. */
export const BLOAT_SHARE = 0.5
/** Dead rows of a table that was never vacuumed. */
export const DEAD_ROWS = 10_000
/** PostgreSQL stops at about 2.1 thousand million transactions, and begins to vacuum at 200 million. */
export const WRAPAROUND_AGE = 1_000_000_000
/** Log that an inactive replication slot holds. */
export const HELD_WAL_BYTES = 256 * 1024 * 1024

const TABLE = { catalog: 'pg_class', oid: 'c.oid', schema: 'n.nspname', name: 'c.relname', type: 'table' }

const BLOCK = `pg_catalog.current_setting('block_size')::int8`
/** Header and line pointer of a row. */
const ROW_OVERHEAD = 28

/** The highest number of an integer type. */
const MAX_OF_TYPE = `case a.atttypid when 'int2'::regtype then 32767 when 'int4'::regtype then 2147483647 end`

const percent = (share: string) => `round(100 * ${share}, 1)`

/** What grows until it stops a database. */
export const maintenanceLints: readonly Lint[] = [
  {
    name: 'integer_key_near_end',
    title: 'Integer key near its end',
    level: 'ERROR',
    description:
      'Inserts fail once the highest number of the column’s type is reached. Changing the type later rewrites the table while nobody can use it.',
    remediation:
      'Change the column to bigint, with the columns that refer to it. This rewrites the table: rehearse it on a copy to see how long it takes.',
    sql: () => `
      with keys as materialized (
        select c.oid, c.relname, n.nspname, a.attname, ${MAX_OF_TYPE}::numeric as maximum, own.sequence,
          coalesce(
            case when own.sequence is not null and pg_catalog.has_sequence_privilege(own.sequence, 'select, usage')
              then pg_catalog.pg_sequence_last_value(own.sequence) end,
            (select (s.histogram_bounds::text::int8[])[cardinality(s.histogram_bounds::text::int8[])]
              from pg_catalog.pg_stats s where s.schemaname = n.nspname and s.tablename = c.relname and s.attname = a.attname
                and not s.inherited)
          )::numeric as highest
        from pg_catalog.pg_index i
          join pg_catalog.pg_class c on c.oid = i.indrelid
          join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          left join lateral (
            select d.objid as sequence from pg_catalog.pg_depend d
              join pg_catalog.pg_sequence q on q.seqrelid = d.objid
            where d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum
              and d.classid = 'pg_catalog.pg_class'::regclass and d.deptype in ('a', 'i')
            limit 1) own on true
        where i.indisunique and i.indnkeyatts = 1 and i.indisprimary and c.relkind in ('r', 'p') and not c.relispartition
          and a.atttypid in ('int2'::regtype, 'int4'::regtype) and ${OF_USERS}
          -- Neither numbers from a sequence nor rows, as PostgreSQL estimates them, can be near the end.
          and (own.sequence is not null or c.reltuples > 1000))
      select ${found({
        catalog: 'pg_class',
        oid: 'k.oid',
        schema: 'k.nspname',
        name: 'k.relname',
        type: 'table',
        entity: 'k.attname',
        detail: `format('The key %I of %I.%I is at %s of %s (%s %%)', k.attname, k.nspname, k.relname, k.highest, k.maximum,
          ${percent('k.highest / k.maximum')})`,
        fix: `format('alter table %I.%I alter column %I type bigint', k.nspname, k.relname, k.attname)
          || coalesce((select format('; alter sequence %I.%I as bigint maxvalue 9223372036854775807', m.nspname, x.relname)
            from pg_catalog.pg_class x join pg_catalog.pg_namespace m on m.oid = x.relnamespace
            where x.oid = k.sequence), '')`,
        facts: `jsonb_build_object('column', k.attname)`,
      })}
      from keys k where k.highest > k.maximum * ${NUMBERS_USED}`,
  },
  {
    name: 'sequence_near_end',
    title: 'Sequence near its end',
    level: 'ERROR',
    description: 'nextval fails once the last number of the sequence is used, and with it every insert.',
    remediation: 'Raise its maximum, and make its type bigint if it is smaller.',
    sql: () => `
      with sequences as materialized (
        select c.oid, c.relname, n.nspname, q.seqmin, q.seqmax, q.seqtypid,
          case when pg_catalog.has_sequence_privilege(c.oid, 'select, usage')
            then pg_catalog.pg_sequence_last_value(c.oid) end as last
        from pg_catalog.pg_sequence q
          join pg_catalog.pg_class c on c.oid = q.seqrelid
          join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        -- Nobody uses up a bigint.
        where ${OF_USERS} and not q.seqcycle and q.seqincrement > 0 and q.seqmax < 9000000000000000)
      select ${found({
        catalog: 'pg_sequence',
        oid: 's.oid',
        schema: 's.nspname',
        name: 's.relname',
        type: 'sequence',
        detail: `format('The sequence %I.%I is at %s of %s (%s %%)', s.nspname, s.relname, s.last, s.seqmax,
          ${percent('(s.last::numeric - s.seqmin) / (s.seqmax::numeric - s.seqmin)')})`,
        fix: `format('alter sequence %I.%I as bigint maxvalue 9223372036854775807', s.nspname, s.relname)`,
      })}
      from sequences s
      where s.last::numeric - s.seqmin > (s.seqmax::numeric - s.seqmin) * ${NUMBERS_USED}
        -- The type of the column comes first there; see integer_key_near_end.
        and not exists (
          select from pg_catalog.pg_depend d
            join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
            join pg_catalog.pg_index i on i.indrelid = a.attrelid and i.indisprimary and i.indnkeyatts = 1 and i.indkey[0] = a.attnum
          where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
            and d.refclassid = 'pg_catalog.pg_class'::regclass and ${MAX_OF_TYPE} * ${NUMBERS_USED} < s.last)`,
  },
  {
    name: 'wraparound_age',
    title: 'Transaction numbers run out',
    level: 'ERROR',
    description:
      'PostgreSQL refuses all writes once the oldest row of any table is about two thousand million transactions old. Vacuuming should have frozen it long ago.',
    remediation:
      'Vacuum the table with freeze. Look for what kept it from being vacuumed: old transactions, prepared transactions, replication slots.',
    sql: () => `
      select ${found({
        ...TABLE,
        detail: `format('The oldest row of %I.%I is %s million transactions old', n.nspname, c.relname, age(c.relfrozenxid) / 1000000)`,
        fix: `format('vacuum (freeze) %I.%I', n.nspname, c.relname)`,
      })}
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_toast%' and age(c.relfrozenxid) > ${WRAPAROUND_AGE}`,
  },
  {
    name: 'inactive_replication_slot',
    title: 'Inactive replication slot holds the log',
    level: 'ERROR',
    description:
      'Nobody reads from this slot, and PostgreSQL keeps all of the log since it was last read, until the disk is full.',
    remediation: 'Start the reader again, or drop the slot if it is gone for good.',
    sql: () => `
      select ${found({
        catalog: 'pg_class',
        oid: '0',
        schema: 'null',
        name: 's.slot_name',
        type: 'replication slot',
        detail: `format('The slot %I holds %s of the log', s.slot_name, pg_catalog.pg_size_pretty(s.held))`,
        fix: `format('select pg_drop_replication_slot(%L)', s.slot_name)`,
      })}
      from (
        select slot_name, pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), restart_lsn) as held
        from pg_catalog.pg_replication_slots
        where not active and not pg_catalog.pg_is_in_recovery()
      ) s where s.held > ${HELD_WAL_BYTES}`,
  },
  {
    name: 'never_vacuumed',
    title: 'Table that was never vacuumed',
    level: 'WARN',
    description:
      'Dead rows fill the table and slow down every scan, and its oldest transactions come nearer to the limit.',
    remediation:
      'Vacuum it. If autovacuum is off for this table, turn it on again, or vacuum it on a schedule.',
    sql: () => `
      select ${found({
        ...TABLE,
        detail: `format('%I.%I has %s dead rows, and no vacuum is recorded%s', n.nspname, c.relname, s.dead,
          case when s.is_off then '; autovacuum is off for it' else '' end)`,
        fix: `case when s.is_off then format('alter table %I.%I reset (autovacuum_enabled)', n.nspname, c.relname)
          else format('vacuum (analyze) %I.%I', n.nspname, c.relname) end`,
      })}
      from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        join lateral (
          select pg_catalog.pg_stat_get_dead_tuples(c.oid) as dead,
            coalesce('autovacuum_enabled=false' = any(c.reloptions) or 'autovacuum_enabled=off' = any(c.reloptions), false) as is_off
        ) s on s.dead >= ${DEAD_ROWS}
      where c.relkind in ('r', 'm') and ${OF_USERS}
        and pg_catalog.pg_stat_get_last_vacuum_time(c.oid) is null and pg_catalog.pg_stat_get_last_autovacuum_time(c.oid) is null
        -- A table that grows has dead rows before its first vacuum is due.
        and s.dead > 0.25 * pg_catalog.pg_stat_get_live_tuples(c.oid)`,
  },
  {
    name: 'table_bloat',
    title: 'Bloated table',
    level: 'INFO',
    description:
      'Most of the file of this table is empty space of rows that were updated or deleted, which scans read as well. New rows will use it again.',
    remediation:
      'If the table stays this small, rewrite it. VACUUM FULL locks the table for that time: rehearse it, or do it at night.',
    sql: () => `
      with files as materialized (
        select c.* from pg_catalog.pg_class c
        where c.relkind in ('r', 'm') and c.reltuples >= 0 and c.relpages * ${BLOCK} > ${BLOAT_BYTES}),
      large as materialized (
        select c.oid, c.relname, n.nspname, c.relpages * ${BLOCK} as bytes, c.reltuples, coalesce(
          (select option_value::float8 from pg_catalog.pg_options_to_table(c.reloptions) where option_name = 'fillfactor'), 100) as fill
        from files c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where ${OF_USERS}),
      widths as materialized (
        select s.schemaname, s.tablename, sum((1 - s.null_frac) * s.avg_width + 2) as width from pg_catalog.pg_stats s
        where not s.inherited and exists (select from large)
        group by s.schemaname, s.tablename),
      needs as (
        select l.*, (l.reltuples * (${ROW_OVERHEAD} + w.width) * 100 / l.fill)::int8 as needed
        from large l join widths w on w.schemaname = l.nspname and w.tablename = l.relname)
      select ${found({
        ...TABLE,
        schema: 'c.nspname',
        detail: `format('%I.%I takes %s, of which about %s are not needed', c.nspname, c.relname,
          pg_catalog.pg_size_pretty(c.bytes), pg_catalog.pg_size_pretty(c.bytes - c.needed))`,
        fix: `format('vacuum (full, analyze) %I.%I', c.nspname, c.relname)`,
      })}
      from needs c where c.bytes - c.needed > greatest(${BLOAT_BYTES}, c.bytes * ${BLOAT_SHARE})`,
  },
]
