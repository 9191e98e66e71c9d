import { quoteLiteral } from '@basalt/sql/quote.ts'
import type { FoundRow } from './lint.ts'

type Located = Pick<FoundRow, 'key' | 'catalog' | 'object'>

/**
 * A query for a digest of the definition of at least one object, which changes when the object does: rows of `key` and
 * `state`. Objects that are gone have no row. Values of options are left out, because they can be secrets.
 */
export const objectStates = (objects: readonly Located[]) => `
  select asked.key, md5(state.text) as state
  from (values ${objects.map(({ key, catalog, object }) => `(${quoteLiteral(key)}, ${Number(catalog)}::oid, ${Number(object)}::oid)`).join(', ')}) as asked(key, catalog, object)
    cross join lateral (
      select concat_ws('|', c.relkind, c.relnamespace, c.relowner, c.relname, c.relacl, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
        case when c.relkind in ('v', 'm') then pg_catalog.pg_get_viewdef(c.oid) when c.relkind in ('i', 'I') then pg_catalog.pg_get_indexdef(c.oid) end,
        (select string_agg(concat_ws(' ', a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attacl), ',' order by a.attnum)
          from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        (select string_agg(concat_ws(' ', p.polname, p.polcmd, p.polpermissive, p.polroles, p.polqual, p.polwithcheck), ',' order by p.polname)
          from pg_catalog.pg_policy p where p.polrelid = c.oid),
        (select string_agg(pg_catalog.pg_get_constraintdef(k.oid), ',' order by k.conname)
          from pg_catalog.pg_constraint k where k.conrelid = c.oid),
        (select string_agg(pg_catalog.pg_get_indexdef(i.indexrelid), ',' order by i.indexrelid)
          from pg_catalog.pg_index i where i.indrelid = c.oid)) as text
      from pg_catalog.pg_class c
      where asked.catalog = 'pg_catalog.pg_class'::pg_catalog.regclass and c.oid = asked.object and asked.object <> 0
      union all
      select concat_ws('|', f.proname, f.prosrc, f.proacl, f.proconfig, f.prosecdef, f.provolatile, f.proowner, f.prosqlbody)
      from pg_catalog.pg_proc f
      where asked.catalog = 'pg_catalog.pg_proc'::pg_catalog.regclass and f.oid = asked.object
      union all
      select concat_ws('|', p.polname, p.polcmd, p.polpermissive, p.polroles, p.polqual, p.polwithcheck)
      from pg_catalog.pg_policy p
      where asked.catalog = 'pg_catalog.pg_policy'::pg_catalog.regclass and p.oid = asked.object
      union all
      select concat_ws('|', k.conname, k.conrelid, pg_catalog.pg_get_constraintdef(k.oid))
      from pg_catalog.pg_constraint k
      where asked.catalog = 'pg_catalog.pg_constraint'::pg_catalog.regclass and k.oid = asked.object
      union all
      select concat_ws('|', e.extname, e.extversion, e.extnamespace)
      from pg_catalog.pg_extension e
      where asked.catalog = 'pg_catalog.pg_extension'::pg_catalog.regclass and e.oid = asked.object
      union all
      select concat_ws('|', s.srvname, s.srvacl, (select string_agg(o.option_name, ',' order by o.option_name)
        from pg_catalog.pg_options_to_table(s.srvoptions) o))
      from pg_catalog.pg_foreign_server s
      where asked.catalog = 'pg_catalog.pg_foreign_server'::pg_catalog.regclass and s.oid = asked.object
      union all
      select concat_ws('|', q.seqtypid, q.seqmax, q.seqcycle) from pg_catalog.pg_sequence q
      where asked.catalog = 'pg_catalog.pg_sequence'::pg_catalog.regclass and q.seqrelid = asked.object
      union all
      select '' where asked.object = 0
    ) state`
