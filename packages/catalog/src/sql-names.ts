import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'
import { columnsOf } from './fragments.ts'

/** A name that SQL can use. PostgreSQL builds the JSON: parsing and serializing it again would dominate at ten thousand tables. */
export interface NameRow {
  json: string
}

/** One `{schema, name, kind, columns: [name, type][]}` for each relation that is no partition. */
export const relationNames = () => `
  select json_build_object('schema', n.nspname, 'name', c.relname, 'kind', c.relkind, 'columns', coalesce(
    (select json_agg(json_build_array(a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum)
     from ${columnsOf('c.oid')}), '[]'))::text as json
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname !~ '^pg_(toast|temp)' and not c.relispartition
  order by n.nspname, c.relname`

/** One `{schema, name, arguments, returns, volatility}` for each function that is not PostgreSQL's own. */
export const functionNames = () => `
  select json_build_object('schema', n.nspname, 'name', p.proname,
    'arguments', pg_catalog.pg_get_function_arguments(p.oid),
    'returns', coalesce(pg_catalog.pg_get_function_result(p.oid), ''), 'volatility', p.provolatile)::text as json
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where ${isNamedByApps('n.nspname')}
    and p.prorettype <> 'pg_catalog.event_trigger'::pg_catalog.regtype
  order by n.nspname, p.proname, p.oid`
