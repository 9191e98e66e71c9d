import { comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists } from './object-page.ts'

/** Values that the list shows of a type. */
export const VALUES_SHOWN = 12

/** Columns that are named of those that have a type. */
export const COLUMNS_NAMED = 100

const lists = objectLists<'name'>({
  from: 'pg_catalog.pg_type t',
  where: () => "t.typtype = 'e'",
  oid: 't.oid',
  namespace: 't.typnamespace',
  names: ['t.typname'],
  sorts: { name: ['t.typname', 'name'] },
})

const labelsOf = (oid: string, limit = '') =>
  `coalesce((select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder) from (
      select enumlabel, enumsortorder from pg_catalog.pg_enum where enumtypid = ${oid} order by enumsortorder${limit}) e), '[]')`

/** Rows of `{ id, name, comment, values, value_count }`. */
export const enumeratedTypes = (page: ObjectPage<'name'>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'name', t.typname,
      'comment', ${comment('t.oid', 'pg_type')},
      'values', ${labelsOf('t.oid', ` limit ${VALUES_SHOWN}`)},
      'value_count', (select count(*) from pg_catalog.pg_enum e where e.enumtypid = t.oid))
    from pg_catalog.pg_type t where t.oid = page.oid`,
  )

export const enumeratedTypeCount = lists.count

/**
 * One row of JSON text: `{ id, schema, name, comment, values, owner, is_owned, extension, columns }`, or none. Columns
 * that have the type or an array of it come as `{ id, schema, table, column }`, one more than are named if there are more.
 */
export const enumeratedType = (oid: number) => `
  select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'schema', n.nspname, 'name', t.typname,
    'comment', ${comment('t.oid', 'pg_type')},
    'values', ${labelsOf('t.oid')},
    'owner', pg_catalog.pg_get_userbyid(t.typowner),
    'is_owned', pg_catalog.pg_has_role(t.typowner, 'usage'),
    'extension', (
      select x.extname from pg_catalog.pg_depend d join pg_catalog.pg_extension x on x.oid = d.refobjid
      where d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass and d.objid = t.oid and d.deptype = 'e'
        and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass),
    'columns', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('id', c.oid::pg_catalog.int8, 'schema', cn.nspname, 'table', c.relname, 'column', a.attname)
        order by cn.nspname, c.relname, a.attnum)
      from (
        select d.objid, d.objsubid from pg_catalog.pg_depend d
        where d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass and d.refobjid in (t.oid, t.typarray)
          and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objsubid > 0
        limit ${COLUMNS_NAMED + 1}) used
      join pg_catalog.pg_class c on c.oid = used.objid
      join pg_catalog.pg_namespace cn on cn.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = used.objid and a.attnum = used.objsubid
      where c.relkind in ('r', 'p', 'f', 'm', 'v', 'c')), '[]'))::text
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where t.oid = ${wholeNumber(oid)}::pg_catalog.oid and t.typtype = 'e'`
