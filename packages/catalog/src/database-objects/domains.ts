import { comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { collationName, columnsOfType, typeFacts } from './object-facts.ts'
import { type ObjectPage, objectLists } from './object-page.ts'

const lists = objectLists<'name'>({
  from: 'pg_catalog.pg_type t',
  where: () => "t.typtype = 'd'",
  oid: 't.oid',
  namespace: 't.typnamespace',
  names: ['t.typname'],
  sorts: { name: ['t.typname', 'name'] },
})

/** Rows of `{ id, name, comment, type, nullable, checks }`. */
export const domainList = (page: ObjectPage<'name'>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'name', t.typname,
      'comment', ${comment('t.oid', 'pg_type')}, 'type', pg_catalog.format_type(t.typbasetype, t.typtypmod),
      'nullable', not t.typnotnull, 'checks', array(
        select k.conname from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype = 'c' order by k.conname))
    from pg_catalog.pg_type t where t.oid = page.oid`,
  )

export const domainCount = lists.count

/** One row of JSON text, or none; with an empty search path, so that everything is named with its schema. */
export const domain = (oid: number) => `
  select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'schema', n.nspname, 'name', t.typname,
    'comment', ${comment('t.oid', 'pg_type')}, 'type', pg_catalog.format_type(t.typbasetype, t.typtypmod),
    'collation', ${collationName('t.typcollation', 'base.typcollation')},
    'nullable', not t.typnotnull, 'default', pg_catalog.pg_get_expr(t.typdefaultbin, 0),
    'checks', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('was', k.conname, 'name', k.conname,
        'expression', pg_catalog.pg_get_expr(k.conbin, 0), 'valid', k.convalidated) order by k.conname)
      from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype = 'c'), '[]'),
    ${typeFacts}, 'columns', ${columnsOfType})::text
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  join pg_catalog.pg_type base on base.oid = t.typbasetype
  where t.oid = ${wholeNumber(oid)}::pg_catalog.oid and t.typtype = 'd'`
