import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { columnNames } from '../fragments.ts'
import { found, type Lint } from './lint.ts'

/** Tables of PostgreSQL and of Basalt are not the user's to fix. */
const OF_USERS = isOfUsers('n.nspname')

/** PostgreSQL reads smaller tables whole, so that an unused index of one says nothing. */
const ROWS_THAT_NEED_AN_INDEX = 1000

const TABLE = { catalog: 'pg_class', oid: 'c.oid', schema: 'n.nspname', name: 'c.relname', type: 'table' }
const INDEX = { ...TABLE, catalog: 'pg_class', oid: 'x.oid', type: 'index', entity: 'x.relname' }

/** Not possible for partitioned tables. */
const CONCURRENTLY = `case c.relkind when 'p' then '' else ' concurrently' end`

/** Keys and indexes. */
export const indexLints: readonly Lint[] = [
  {
    name: 'unindexed_foreign_keys',
    title: 'Foreign key without an index',
    level: 'INFO',
    description:
      'Without an index, PostgreSQL reads the whole table to find referencing rows when a referenced row is deleted or its key changes, and for joins over the key.',
    remediation: 'Create an index on the columns of the foreign key.',
    sql: () => `
      select ${found({
        ...TABLE,
        catalog: 'pg_constraint',
        oid: 'k.oid',
        entity: 'k.conname',
        detail: `format('The foreign key %I of %I.%I is covered by no index', k.conname, n.nspname, c.relname)`,
        fix: `format('create index%s on %I.%I (%s)', ${CONCURRENTLY}, n.nspname, c.relname,
          (select string_agg(quote_ident(name), ', ' order by place) from unnest(k.columns) with ordinality as part(name, place)))`,
        facts: `jsonb_build_object('fkey_name', k.conname, 'fkey_columns', k.columns)`,
      })}
      from (
        select k.oid, k.conname, k.conrelid, ${columnNames('k.conrelid', 'k.conkey')} as columns
        from pg_catalog.pg_constraint k
        where k.contype = 'f' and k.conparentid = 0
          and not exists (
            select from pg_catalog.pg_index i
            where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
              -- The first columns of the index are those of the key, in any order.
              and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
      ) k
        join pg_catalog.pg_class c on c.oid = k.conrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${OF_USERS}`,
  },
  {
    name: 'no_primary_key',
    title: 'Table without a primary key',
    level: 'INFO',
    description:
      'Identical rows cannot be distinguished: the dashboard cannot edit them, and replicating updates and deletes fails.',
    remediation: 'Make existing columns the primary key, or add one. Adding a column rewrites the table.',
    sql: () => `
      select ${found({
        ...TABLE,
        detail: `format('The table %I.%I has no primary key', n.nspname, c.relname)`,
        fix: `case when not exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'id')
          then format('alter table %I.%I add column id bigint generated always as identity primary key', n.nspname, c.relname) end`,
      })}
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${OF_USERS}
        and not exists (select from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  },
  {
    name: 'duplicate_index',
    title: 'Duplicate indexes',
    level: 'WARN',
    description: 'Every write has to update all of them, while one would serve every read.',
    remediation: 'Drop all but one of them. Keep the one that a constraint needs.',
    sql: () => `
      select ${found({
        ...TABLE,
        entity: 'd.first',
        detail: `format('%I.%I has duplicate indexes: %s', n.nspname, c.relname, d.all_names)`,
        fix: `(select string_agg(format('drop index %I.%I', n.nspname, extra), '; ' order by extra) from unnest(d.extra) extra where extra is not null)`,
        facts: `jsonb_build_object('indexes', d.names)`,
      })}
      from (
        select i.indrelid, min(x.relname::text) as first, array_agg(x.relname::text order by x.relname) as names,
          string_agg(x.relname, ', ' order by x.relname) as all_names,
          -- The first stays, which is one of a constraint if there is one.
          (array_agg(case when k.oid is null then x.relname::text end order by k.oid is null, i.indisreplident desc, x.relname))[2:] as extra
        from pg_catalog.pg_index i
          join pg_catalog.pg_class x on x.oid = i.indexrelid
            left join pg_catalog.pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')
        where not x.relispartition
        group by i.indrelid, x.relam, i.indkey::text, i.indclass::text, i.indcollation::text, i.indoption::text,
          i.indisunique, i.indnullsnotdistinct, pg_catalog.pg_get_expr(i.indexprs, i.indrelid), pg_catalog.pg_get_expr(i.indpred, i.indrelid)
        having count(*) > 1
      ) d
        join pg_catalog.pg_class c on c.oid = d.indrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${OF_USERS}`,
  },
  {
    name: 'unused_index',
    title: 'Unused index',
    level: 'INFO',
    description:
      'No query of this database has used the index since its statistics began, while every write has to update it. Read replicas count for themselves.',
    remediation: 'Drop it, unless a rare report or a replica needs it.',
    sql: () => `
      select ${found({
        ...INDEX,
        detail: `format('The index %I of %I.%I was never used, and takes %s', x.relname, n.nspname, c.relname,
          pg_catalog.pg_size_pretty(x.relpages * pg_catalog.current_setting('block_size')::int8))`,
        fix: `format('drop index concurrently %I.%I', n.nspname, x.relname)`,
      })}
      from pg_catalog.pg_index i
        join pg_catalog.pg_class x on x.oid = i.indexrelid
        join pg_catalog.pg_class c on c.oid = i.indrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${OF_USERS} and c.relkind in ('r', 'm') and not x.relispartition and c.reltuples >= ${ROWS_THAT_NEED_AN_INDEX}
        and not i.indisunique and not i.indisexclusion and not i.indisreplident and i.indisvalid
        and pg_catalog.pg_stat_get_numscans(x.oid) = 0`,
  },
  {
    name: 'invalid_index',
    title: 'Invalid index',
    level: 'WARN',
    description:
      'Building this index failed or was interrupted. No query uses it, while writes may still have to update it.',
    remediation: 'Build it again, or drop it.',
    sql: () => `
      select ${found({
        ...INDEX,
        detail: `format('The index %I of %I.%I is invalid', x.relname, n.nspname, c.relname)`,
        fix: `case c.relkind when 'p' then null else format('reindex index concurrently %I.%I', n.nspname, x.relname) end`,
      })}
      from pg_catalog.pg_index i
        join pg_catalog.pg_class x on x.oid = i.indexrelid
        join pg_catalog.pg_class c on c.oid = i.indrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where not i.indisvalid and ${OF_USERS}
        -- One that is being built is not finished yet.
        and not exists (select from pg_catalog.pg_locks l where l.relation = x.oid and l.mode in ('ShareUpdateExclusiveLock', 'RowExclusiveLock'))
        and not exists (select from pg_catalog.pg_stat_progress_create_index b where b.index_relid = x.oid)`,
  },
]
