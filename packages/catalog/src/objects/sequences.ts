import { comment, isExtensionDependency } from '../fragments.ts'
import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface SequenceRow {
  oid: number
  schema: string
  name: string
  /** As in pg_class: p permanent, u unlogged, t temporary. */
  persistence: 'p' | 'u' | 't'
  /** smallint, integer or bigint. */
  type: string
  /** As text: a bigint may exceed JavaScript's safe integers. */
  start: string
  minimum: string
  maximum: string
  increment: string
  cycles: boolean
  /** The oid of the table whose column owns it, if any. */
  relation: number | null
  column: string | null
  /** Whether it belongs to an identity column. */
  is_identity: boolean
  is_of_extension: boolean
  comment: string | null
}

/**
 * Sequences, without their current values, for which each would have to be queried. The lookups in pg_depend have a limit
 * because for `exists` or a join PostgreSQL would collect the members of all extensions for a single page. A page
 * restricts both catalogs; otherwise one of them would be read from its first row.
 */
export const sequences = (selection: Selection = {}) => `
  select c.oid, n.nspname as schema, c.relname as name, c.relpersistence as persistence,
    pg_catalog.format_type(s.seqtypid, null) as type, s.seqstart::text as start, s.seqmin::text as minimum,
    s.seqmax::text as maximum, s.seqincrement::text as increment, s.seqcycle as cycles,
    owner.refobjid as relation, a.attname as column, coalesce(owner.deptype = 'i', false) as is_identity,
    coalesce((select true from pg_catalog.pg_depend d
      where ${isExtensionDependency('c.oid', 'pg_class')} limit 1), false) as is_of_extension,
    ${comment('c.oid', 'pg_class')} as comment
  from pg_catalog.pg_sequence s
  join pg_catalog.pg_class c on c.oid = s.seqrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join lateral (
    select d.refobjid, d.refobjsubid, d.deptype from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.objsubid = 0
      and d.refclassid = d.classid and d.refobjsubid > 0 and d.deptype in ('a', 'i')
    limit 1) owner on true
  left join pg_catalog.pg_attribute a on a.attrelid = owner.refobjid and a.attnum = owner.refobjsubid
  where true${restriction(selection, { id: 'c.oid', namespace: 'c.relnamespace' })}
    ${restriction({ page: selection.page }, { id: 's.seqrelid' })}
  ${orderAndLimit(selection, 'c.oid', 'n.nspname, c.relname')}`
