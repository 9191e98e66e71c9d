import { columnsOf, comment, isArray } from '../fragments.ts'
import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'

export interface MetaTypeSelection extends MetaSelection {
  readonly withArrays?: boolean
}

// `int2vector` and `oidvector` have elements and subscripts too, and arrays of their own. A join would look up each type.
const IS_ARRAY_OF_ELEMENTS = `${isArray('t')} and t.typarray = 0`

/** Types, without the row types of tables and views, which PostgreSQL creates with them. */
export const metaTypes = ({ withArrays = false, ...selection }: MetaTypeSelection = {}) => `
  with page as materialized (
    select t.oid from pg_catalog.pg_type t
    left join pg_catalog.pg_class c on c.oid = t.typrelid
    where (c.oid is null or c.relkind = 'c')${withArrays ? '' : ` and not (${IS_ARRAY_OF_ELEMENTS})`}
      ${metaRestriction(selection, { id: 't.oid', namespace: 't.typnamespace' })}
    ${orderedPart('t.oid', selection)}
  )
  ${asJson(`
    select t.oid::int8 as id, t.typname as name, n.nspname as schema, pg_catalog.format_type(t.oid, null) as format,
      array(select e.enumlabel::text from pg_catalog.pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as enums,
      (select coalesce(json_agg(json_build_object('name', a.attname, 'type_id', a.atttypid::int8) order by a.attnum), '[]')
        from ${columnsOf('t.typrelid')}) as attributes,
      ${comment('t.oid', 'pg_type')} as comment,
      nullif(t.typrelid, 0)::int8 as type_relation_id
    from page
    join pg_catalog.pg_type t on t.oid = page.oid
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    order by page.oid`)}`
