/** Members of a JSON object about the type `t`: who owns it, whether the caller does, and its extension. */
export const typeFacts = `'owner', pg_catalog.pg_get_userbyid(t.typowner),
    'is_owned', pg_catalog.pg_has_role(t.typowner, 'usage'),
    'extension', (
      select x.extname from pg_catalog.pg_depend d join pg_catalog.pg_extension x on x.oid = d.refobjid
      where d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass and d.objid = t.oid and d.deptype = 'e'
        and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass)`

/** A collation as SQL writes it; null when it is that of the type. */
export const collationName = (collation: string, ofType: string) =>
  `case when ${collation} <> ${ofType} then (
      select pg_catalog.quote_ident(cn.nspname) || '.' || pg_catalog.quote_ident(co.collname)
      from pg_catalog.pg_collation co join pg_catalog.pg_namespace cn on cn.oid = co.collnamespace
      where co.oid = ${collation}) end`

/** Columns that are named of those that have a type. */
export const COLUMNS_NAMED = 100

/**
 * A JSON array of the columns that have the type `t` or an array of it, as `{ id, schema, table, column }`, one more than
 * are named if there are more. The id of an attribute of a composite type is null.
 */
export const columnsOfType = `coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('id', case when c.relkind <> 'c' then c.oid::pg_catalog.int8 end, 'schema', cn.nspname, 'table', c.relname, 'column', a.attname)
        order by cn.nspname, c.relname, a.attnum)
      from (
        select d.objid, d.objsubid from pg_catalog.pg_depend d
        where d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass and d.refobjid in (t.oid, t.typarray)
          and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objsubid > 0
        limit ${COLUMNS_NAMED + 1}) used
      join pg_catalog.pg_class c on c.oid = used.objid
      join pg_catalog.pg_namespace cn on cn.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = used.objid and a.attnum = used.objsubid
      where c.relkind in ('r', 'p', 'f', 'm', 'v', 'c')), '[]')`
