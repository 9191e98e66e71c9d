import { quoteLiteral } from '@basalt/sql/quote.ts'
import { columnNames, columnsOf, comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'

interface Limits {
  readonly tables: number
  /** Columns of each table. */
  readonly columns: number
}

/** Tables of a schema that are no partitions. */
const inSchema = (schema: string) => `
    from pg_catalog.pg_class c
    where c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = ${quoteLiteral(schema)})
      and c.relkind in ('r', 'p', 'f') and not c.relispartition`

/**
 * Rows of JSON text, a table each, by name: `{ id, name, kind, comment, rls_enabled, columns, column_count, foreign_keys }`.
 * One pass over pg_class finds the tables; what else is shown is read by index for those. Nothing waits for a lock of a
 * table, as reading defaults would.
 */
export const schemaDiagram = (schema: string, { tables, columns }: Limits) => `
  with chosen as materialized (
    select c.oid, c.relname, c.relkind, c.relrowsecurity ${inSchema(schema)}
    order by c.relname limit ${wholeNumber(tables)})
  select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'name', t.relname, 'kind', t.relkind,
    'comment', ${comment('t.oid', 'pg_class')}, 'rls_enabled', t.relrowsecurity,
    'columns', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname,
        'type', pg_catalog.format_type(a.atttypid, a.atttypmod), 'comment', ${comment('t.oid', 'pg_class', 'a.attnum')},
        'nullable', not a.attnotnull, 'primary_key', a.attnum = any (keys.primary_key), 'unique', a.attnum = any (keys.uniques),
        'identity', a.attidentity <> '', 'generated', a.attgenerated <> '') order by a.attnum)
      from (select a.* from ${columnsOf('t.oid')} order by a.attnum limit ${wholeNumber(columns)}) a), '[]'),
    'column_count', (select count(*) from ${columnsOf('t.oid')}),
    'foreign_keys', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('name', k.conname,
        'columns', ${columnNames('k.conrelid', 'k.conkey')},
        'to', pg_catalog.json_build_object('id', toc.oid::pg_catalog.int8, 'schema', ton.nspname, 'name', toc.relname),
        'to_columns', ${columnNames('k.confrelid', 'k.confkey')},
        'on_update', k.confupdtype, 'on_delete', k.confdeltype) order by k.conname)
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class toc on toc.oid = k.confrelid
      join pg_catalog.pg_namespace ton on ton.oid = toc.relnamespace
      where k.conrelid = t.oid and k.contype = 'f' and k.conparentid = 0), '[]'))::text
  from chosen t
  cross join lateral (
    -- Columns that an index only includes come after those of its key.
    select array(
      select part.number from pg_catalog.pg_index i
      cross join lateral pg_catalog.unnest(i.indkey::pg_catalog.int2[]) with ordinality as part(number, place)
      where i.indrelid = t.oid and i.indisprimary and part.place <= i.indnkeyatts) as primary_key,
      array(
      select i.indkey[0] from pg_catalog.pg_index i
      where i.indrelid = t.oid and i.indisunique and not i.indisprimary and i.indisvalid and i.indnkeyatts = 1
        and i.indpred is null) as uniques
    offset 0) keys
  order by t.relname`

/** How many tables the schema has, in one row. */
export const diagramTableCount = (schema: string) => `select count(*)::text ${inSchema(schema)}`
