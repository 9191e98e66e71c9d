import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { negotiate } from '@basalt/data-api/parse/media-type.ts'
import { type Described, openApi } from '@basalt/data-api/wire/openapi.ts'
import type { Answered } from './answered.ts'
import type { Asked } from './asked.ts'
import type { Execute } from './execute.ts'

/** What the caller may see and do, and what its authors say of it. Runs as the caller. */
const DESCRIPTION = `
  select json_build_object(
    'about', (select obj_description(n.oid, 'pg_namespace') from pg_namespace n where n.nspname = $1),
    'relations', coalesce((
      select json_agg(json_build_object(
        'name', c.relname,
        'about', obj_description(c.oid, 'pg_class'),
        'columns', (
          select json_object_agg(a.attname, col_description(c.oid, a.attnum)) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and col_description(c.oid, a.attnum) is not null),
        'may', json_build_object(
          'select', has_any_column_privilege(c.oid, 'select'), 'insert', has_any_column_privilege(c.oid, 'insert'),
          'update', has_any_column_privilege(c.oid, 'update'), 'delete', has_table_privilege(c.oid, 'delete'))
      ) order by c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')), '[]'),
    'routines', coalesce((
      select json_agg(json_build_object('name', p.proname, 'about', obj_description(p.oid, 'pg_proc')) order by p.proname)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = $1 and has_function_privilege(p.oid, 'execute')), '[]'))::text`

/** Answers the root: what there is, as an OpenAPI 2.0 document. */
export async function describeSchema({ schema, cache, accept }: Asked, execute: Execute): Promise<Answered> {
  if (!cache.config.describesItself) throw new DataApiError('PGRST126', 'Root endpoint metadata is disabled')
  const accepted = negotiate(accept, { kind: 'root', handlers: [] })
  const described = JSON.parse(await execute.lines({ text: DESCRIPTION, values: [schema] })) as Described
  return {
    status: 200,
    headers: { 'content-type': accepted.type },
    body: JSON.stringify(openApi(cache, schema, described)),
  }
}
