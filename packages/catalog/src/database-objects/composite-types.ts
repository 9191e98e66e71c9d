import { columnsOf, comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { collationName, columnsOfType, typeFacts } from './object-facts.ts'
import { type ObjectPage, objectLists } from './object-page.ts'

/** Attributes that the list shows of a type. */
export const ATTRIBUTES_SHOWN = 8

const lists = objectLists<'name'>({
  // Not the types of the rows of tables.
  from: 'pg_catalog.pg_class c',
  where: () => "c.relkind = 'c'",
  oid: 'c.reltype',
  namespace: 'c.relnamespace',
  names: ['c.relname'],
  sorts: { name: ['c.relname', 'name'] },
})

/** Rows of `{ id, name, comment, attributes, attribute_count }`. */
export const compositeTypeList = (page: ObjectPage<'name'>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'name', t.typname,
      'comment', ${comment('t.oid', 'pg_type')},
      'attributes', coalesce((
        select pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname,
          'type', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from (select a.* from ${columnsOf('t.typrelid')} order by a.attnum limit ${ATTRIBUTES_SHOWN}) a), '[]'),
      'attribute_count', (select count(*) from ${columnsOf('t.typrelid')}))
    from pg_catalog.pg_type t where t.oid = page.oid`,
  )

export const compositeTypeCount = lists.count

/** One row of JSON text, or none; with an empty search path, so that everything is named with its schema. */
export const compositeType = (oid: number) => `
  select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'schema', n.nspname, 'name', t.typname,
    'comment', ${comment('t.oid', 'pg_type')},
    'attributes', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('was', a.attname, 'name', a.attname,
        'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
        'collation', ${collationName('a.attcollation', 'at.typcollation')}) order by a.attnum)
      from pg_catalog.pg_attribute a join pg_catalog.pg_type at on at.oid = a.atttypid
      where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped), '[]'),
    ${typeFacts}, 'columns', ${columnsOfType})::text
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  join pg_catalog.pg_class c on c.oid = t.typrelid and c.relkind = 'c'
  where t.oid = ${wholeNumber(oid)}::pg_catalog.oid`
