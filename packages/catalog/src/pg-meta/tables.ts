import { comment } from '../fragments.ts'
import { orderedPart } from '../selection.ts'
import { columnsJson } from './columns.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'
import { isVisibleRelation } from './visible.ts'

export interface MetaRelationSelection extends MetaSelection {
  readonly withColumns: boolean
}

const PRIMARY_KEYS = `(
      select coalesce(json_agg(json_build_object('table_id', c.oid::int8, 'schema', n.nspname, 'table_name', c.relname,
        'name', a.attname) order by part.place), '[]')
      from pg_catalog.pg_constraint k
      cross join pg_catalog.unnest(k.conkey) with ordinality as part(number, place)
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = part.number
      where k.conrelid = c.oid and k.contype = 'p')`

/**
 * The foreign keys from and to the table `c`, one object for each pair of columns. Those to it are found by what they
 * depend on: pg_constraint has no index of referenced tables.
 */
const RELATIONSHIPS = `(
      select coalesce(json_agg(json_build_object('id', k.oid::int8, 'constraint_name', k.conname,
        'source_schema', source_schema.nspname, 'source_table_name', source.relname,
        'source_column_name', source_column.attname,
        'target_table_schema', target_schema.nspname, 'target_table_name', target.relname,
        'target_column_name', target_column.attname) order by k.oid, pair.place), '[]')
      from pg_catalog.pg_constraint k
      cross join unnest(k.conkey, k.confkey) with ordinality as pair(source, target, place)
      join pg_catalog.pg_class source on source.oid = k.conrelid
      join pg_catalog.pg_namespace source_schema on source_schema.oid = source.relnamespace
      join pg_catalog.pg_attribute source_column
        on source_column.attrelid = k.conrelid and source_column.attnum = pair.source
      join pg_catalog.pg_class target on target.oid = k.confrelid
      join pg_catalog.pg_namespace target_schema on target_schema.oid = target.relnamespace
      join pg_catalog.pg_attribute target_column
        on target_column.attrelid = k.confrelid and target_column.attnum = pair.target
      where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid) and k.oid = any (array(
        select own.oid from pg_catalog.pg_constraint own where own.conrelid = c.oid and own.contype = 'f'
        union all
        select d.objid from pg_catalog.pg_depend d
        where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid = c.oid
          and d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass)))`

/** Tables and partitioned tables, partitions included. */
export const metaTables = ({ withColumns, ...selection }: MetaRelationSelection) => `
  with page as materialized (
    select c.* from pg_catalog.pg_class c
    where c.relkind in ('r', 'p') and ${isVisibleRelation('c')}
      ${metaRestriction(selection, { id: 'c.oid', namespace: 'c.relnamespace' })}
    ${orderedPart('c.oid', selection)}
  )
  ${asJson(`
    select c.oid::int8 as id, n.nspname as schema, c.relname as name,
      c.relrowsecurity as rls_enabled, c.relforcerowsecurity as rls_forced,
      case c.relreplident when 'd' then 'DEFAULT' when 'i' then 'INDEX' when 'f' then 'FULL'
        else 'NOTHING' end as replica_identity,
      disk.bytes, pg_catalog.pg_size_pretty(disk.bytes) as size,
      pg_catalog.pg_stat_get_live_tuples(c.oid) as live_rows_estimate,
      pg_catalog.pg_stat_get_dead_tuples(c.oid) as dead_rows_estimate,
      ${comment('c.oid', 'pg_class')} as comment,
      ${withColumns ? `${columnsJson()} as columns,` : ''}
      ${PRIMARY_KEYS} as primary_keys,
      ${RELATIONSHIPS} as relationships
    from page c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    -- Null for a table that was dropped meanwhile. The offset keeps PostgreSQL from measuring it twice.
    cross join lateral (select coalesce(pg_catalog.pg_total_relation_size(c.oid), 0) as bytes offset 0) disk
    order by c.oid`)}`
