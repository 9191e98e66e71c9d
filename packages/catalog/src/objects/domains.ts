import { comment } from '../fragments.ts'
import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface DomainRow {
  oid: number
  schema: string
  name: string
  /** As `format_type` prints it. */
  base_type: string
  is_nullable: boolean
  default: string | null
  checks: { name: string; definition: string }[]
  comment: string | null
}

export const domains = (selection: Selection = {}) => `
  select t.oid, n.nspname as schema, t.typname as name,
    pg_catalog.format_type(t.typbasetype, t.typtypmod) as base_type, not t.typnotnull as is_nullable,
    t.typdefault as default,
    coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object(
        'name', k.conname, 'definition', pg_catalog.pg_get_constraintdef(k.oid)) order by k.conname)
      from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype = 'c'), '[]') as checks,
    ${comment('t.oid', 'pg_type')} as comment
  from pg_catalog.pg_type t
  join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where t.typtype = 'd'${restriction(selection, { id: 't.oid', namespace: 't.typnamespace' })}
  ${orderAndLimit(selection, 't.oid', 'n.nspname, t.typname')}`
