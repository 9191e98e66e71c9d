import { columnsOf } from '../fragments.ts'

/**
 * `$1`: a schema. One row of JSON text: the comments of its objects and the caller's privileges. Runs as the caller, with
 * the search path of the Data API.
 */
export const API_DESCRIPTION = `
  select json_build_object(
    'about', (select obj_description(n.oid, 'pg_namespace') from pg_namespace n where n.nspname = $1),
    'relations', coalesce((
      select json_agg(json_build_object(
        'name', c.relname,
        'about', obj_description(c.oid, 'pg_class'),
        'columns', (
          select json_object_agg(a.attname, col_description(c.oid, a.attnum)) from ${columnsOf('c.oid')}
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
