import { comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'

/**
 * Rows of `{ id, name, comment, default_version, installed_version, versions, schema, fixed_schema, requires }`: what is
 * installed or may be by `basalt.allowed_extensions`. `id` and `schema` are null for what is not installed.
 */
export const EXTENSION_LIST = `
  select e.oid::pg_catalog.int8::pg_catalog.float8 as id, a.name, a.comment, a.default_version, a.installed_version,
    array(select v.version from pg_catalog.pg_available_extension_versions v where v.name = a.name order by v.version) as versions,
    n.nspname as schema, latest.schema as fixed_schema, coalesce(latest.requires, '{}')::pg_catalog.text[] as requires
  from pg_catalog.pg_available_extensions a
    left join pg_catalog.pg_extension e on e.extname = a.name
    left join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    left join pg_catalog.pg_available_extension_versions latest on latest.name = a.name and latest.version = a.default_version
  where e.oid is not null or exists (select from basalt.allowed_extensions allowed where allowed.name = a.name)
  order by a.name`

/** One row of JSON text, or none: `{ id, name, schema, version, owner, comment }` of an extension that is installed. */
export const extension = (oid: number) => `
  select pg_catalog.json_build_object('id', e.oid::pg_catalog.int8, 'name', e.extname, 'schema', n.nspname,
    'version', e.extversion, 'owner', pg_catalog.pg_get_userbyid(e.extowner), 'comment', ${comment('e.oid', 'pg_extension')})::text
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  where e.oid = ${wholeNumber(oid)}::pg_catalog.oid`
