import { comment } from '../fragments.ts'
import { isAmong, type Names, orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface SchemaRow {
  oid: number
  name: string
  owner: string
  comment: string | null
}

interface SchemaSelection extends Omit<Selection, 'schemas'> {
  readonly names?: Names
}

/** Schemas, `public` first, including those for other sessions' temporary tables. */
export const schemas = ({ names, ...selection }: SchemaSelection = {}) => `
  select n.oid, n.nspname as name, pg_catalog.pg_get_userbyid(n.nspowner) as owner, ${comment('n.oid', 'pg_namespace')} as comment
  from pg_catalog.pg_namespace n
  where ${names ? isAmong('n.nspname', names) : 'true'}${restriction(selection, { id: 'n.oid' })}
  ${orderAndLimit(selection, 'n.oid', "n.nspname <> 'public', n.nspname")}`
