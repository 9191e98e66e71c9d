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
