import { comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists, type Which } from './object-page.ts'

const lists = objectLists<'name', Which>({
  from: 'pg_catalog.pg_publication p',
  where: () => 'true',
  oid: 'p.oid',
  namespace: null,
  names: ['p.pubname'],
  sorts: { name: ['p.pubname', 'name'] },
})

const SHOWN = `'id', p.oid::pg_catalog.int8, 'name', p.pubname,
      'publishes', pg_catalog.json_build_object('insert', p.pubinsert, 'update', p.pubupdate, 'delete', p.pubdelete, 'truncate', p.pubtruncate),
      'is_for_all_tables', p.puballtables`

/** Rows of `{ id, name, owner, publishes, is_for_all_tables, table_count, schema_count }`. */
export const publicationList = (page: ObjectPage<'name', Which>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object(${SHOWN}, 'owner', pg_catalog.pg_get_userbyid(p.pubowner),
      'table_count', (select count(*) from pg_catalog.pg_publication_rel r where r.prpubid = p.oid),
      'schema_count', (select count(*) from pg_catalog.pg_publication_namespace s where s.pnpubid = p.oid))
    from pg_catalog.pg_publication p where p.oid = page.oid`,
  )

export const publicationCount = lists.count

/**
 * One row of JSON text, or none: what the list has, and `{ comment, is_owned, via_root, generated_columns, tables, schemas }`.
 * Tables come as `{ schema, name, columns, where }`, where null means all columns and all rows.
 */
export const publication = (oid: number) => `
  select pg_catalog.json_build_object(${SHOWN}, 'owner', pg_catalog.pg_get_userbyid(p.pubowner),
    'is_owned', pg_catalog.pg_has_role(p.pubowner, 'usage'),
    'comment', ${comment('p.oid', 'pg_publication')},
    'via_root', p.pubviaroot, 'generated_columns', p.pubgencols = 's',
    'tables', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('schema', n.nspname, 'name', c.relname,
        'columns', case when r.prattrs is not null then (
          select pg_catalog.json_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum = any (r.prattrs::pg_catalog.int2[])) end,
        'where', pg_catalog.pg_get_expr(r.prqual, r.prrelid)) order by n.nspname, c.relname)
      from pg_catalog.pg_publication_rel r
        join pg_catalog.pg_class c on c.oid = r.prrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where r.prpubid = p.oid), '[]'),
    'schemas', coalesce((
      select pg_catalog.json_agg(n.nspname order by n.nspname)
      from pg_catalog.pg_publication_namespace s join pg_catalog.pg_namespace n on n.oid = s.pnnspid
      where s.pnpubid = p.oid), '[]'))::text
  from pg_catalog.pg_publication p where p.oid = ${wholeNumber(oid)}::pg_catalog.oid`
