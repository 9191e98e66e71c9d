import { quoteLiteral } from '@basalt/sql/quote.ts'
import { wholeNumber } from '../selection.ts'

/**
 * The statements of a diagram: the first finds the tables, the others read their parts by index. Each part is one flat
 * statement for all tables, because a subquery for each table takes several times as long. None waits for a lock of a
 * table, as reading defaults would.
 */
export const schemaDiagram = {
  /**
   * Tables of a schema that are no partitions, by name, at most `limit`. Columns: oid, name, kind, whether row security is
   * enabled, and how many tables there are in all.
   */
  tables: (schema: string, limit: number) => `
    select c.oid, c.relname, c.relkind, c.relrowsecurity, count(*) over ()
    from pg_catalog.pg_class c
    where c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = ${quoteLiteral(schema)})
      and c.relkind in ('r', 'p', 'f') and not c.relispartition
    order by c.relname limit ${wholeNumber(limit)}`,

  /**
   * The first `limit` columns of each table, in their order. Columns: table, number, name, type, whether NOT NULL, identity,
   * generated, and how many columns the table has.
   */
  columns: (tables: readonly number[], limit: number) => `
    select attrelid, attnum, attname, pg_catalog.format_type(atttypid, atttypmod), attnotnull, attidentity <> '',
      attgenerated <> '', column_count
    from (
      select a.*, row_number() over (partition by a.attrelid order by a.attnum) as place,
        count(*) over (partition by a.attrelid) as column_count
      from pg_catalog.pg_attribute a
      where a.attrelid = ${anyOf(tables)} and a.attnum > 0 and not a.attisdropped) numbered
    where place <= ${wholeNumber(limit)}
    order by attrelid, attnum`,

  /** Comments of tables and of their columns. Columns: table, number of the column or 0, text. */
  comments: (tables: readonly number[]) => `
    select objoid, objsubid, description from pg_catalog.pg_description
    where classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and objoid = ${anyOf(tables)}`,

  /**
   * The columns of primary keys, and those that are unique by themselves. Columns: table, number of the column, whether it
   * belongs to the primary key.
   */
  keys: (tables: readonly number[]) => `
    select i.indrelid, part.number, i.indisprimary
    from pg_catalog.pg_index i
    cross join lateral pg_catalog.unnest(i.indkey::pg_catalog.int2[]) with ordinality as part(number, place)
    where i.indrelid = ${anyOf(tables)}
      and (i.indisprimary or i.indisunique and i.indisvalid and i.indnkeyatts = 1 and i.indpred is null)
      -- Columns that an index only includes come after those of its key.
      and part.place <= i.indnkeyatts`,

  /**
   * Foreign keys by name. Columns: table, name, oid, schema and name of the table it refers to, actions on update and on
   * delete, numbers of its columns, numbers of the columns it refers to.
   */
  foreignKeys: (tables: readonly number[]) => `
    select k.conrelid, k.conname, k.confrelid, n.nspname, c.relname, k.confupdtype, k.confdeltype, k.conkey, k.confkey
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.confrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where k.conrelid = ${anyOf(tables)} and k.contype = 'f' and k.conparentid = 0
    order by k.conname`,

  /** Names of all columns of tables, for foreign keys of columns that `columns` has not. Columns: table, number, name. */
  columnNames: (tables: readonly number[]) => `
    select attrelid, attnum, attname from pg_catalog.pg_attribute where attrelid = ${anyOf(tables)} and attnum > 0`,
}

const anyOf = (oids: readonly number[]) => `any ('{${oids.map(wholeNumber).join(',')}}'::pg_catalog.oid[])`
