import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'

/**
 * One row of JSON a relation. PostgreSQL writes the text, which continues as it is: with ten thousand tables, reading
 * and writing it again would be most of the work.
 */
const RELATIONS = `
  select json_build_object('schema', n.nspname, 'name', c.relname, 'kind', c.relkind, 'columns', coalesce(
    (select json_agg(json_build_array(a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum)
     from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]'))::text as json
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname !~ '^pg_(toast|temp)' and not c.relispartition
  order by n.nspname, c.relname`

const FUNCTIONS = `
  select json_build_object('schema', n.nspname, 'name', p.proname,
    'arguments', pg_catalog.pg_get_function_arguments(p.oid),
    'returns', coalesce(pg_catalog.pg_get_function_result(p.oid), ''), 'volatility', p.provolatile)::text as json
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where ${isNamedByApps('n.nspname')}
    and p.prorettype <> 'pg_catalog.event_trigger'::pg_catalog.regtype
  order by n.nspname, p.proname, p.oid`

/** What SQL in a project can name, as the JSON of a SchemaCatalogue in pieces. */
export async function schemaCatalogue(lookups: Rows, ref: string): Promise<string[]> {
  const relations = await lookups<{ json: string }>(ref, RELATIONS)
  const functions = await lookups<{ json: string }>(ref, FUNCTIONS)
  const list = (rows: { json: string }[]) => rows.map(({ json }) => json).join(',\n')
  return ['{"relations":[', list(relations), '],"functions":[', list(functions), ']}']
}
