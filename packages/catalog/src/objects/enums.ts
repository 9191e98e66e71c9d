import { comment } from '../fragments.ts'
import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface EnumRow {
  oid: number
  schema: string
  name: string
  /** In order. */
  labels: string[]
  comment: string | null
}

export const enums = (selection: Selection = {}) => `
  select t.oid, n.nspname as schema, t.typname as name,
    array(select e.enumlabel::text from pg_catalog.pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as labels,
    ${comment('t.oid', 'pg_type')} as comment
  from pg_catalog.pg_type t
  join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where t.typtype = 'e'${restriction(selection, { id: 't.oid', namespace: 't.typnamespace' })}
  ${orderAndLimit(selection, 't.oid', 'n.nspname, t.typname')}`
