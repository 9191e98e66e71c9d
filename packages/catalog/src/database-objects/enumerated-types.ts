import { comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { columnsOfType, typeFacts } from './object-facts.ts'
import { type ObjectPage, objectLists } from './object-page.ts'

/** Values that the list shows of a type. */
export const VALUES_SHOWN = 12

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
    ${typeFacts}, 'columns', ${columnsOfType})::text
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where t.oid = ${wholeNumber(oid)}::pg_catalog.oid and t.typtype = 'e'`
