import { quoteLiteral } from '@basalt/sql/quote.ts'

interface PolicyTarget {
  readonly schema: string
  readonly table: string
  readonly roles: readonly string[]
}

/**
 * One row of JSON text: `{ table, roles }`, with what warnings about a policy depend on. `table` is null when it does not
 * exist, otherwise `{ is_rls_enabled, rows, columns, indexed }`: rows are estimated, and `indexed` are the columns that an
 * index begins with. `roles` are those of the policy that exist, as `{ name, bypasses }`.
 */
export const policyFacts = ({ schema, table, roles }: PolicyTarget) => `
  select pg_catalog.json_build_object(
    'table', (
      select pg_catalog.json_build_object(
        'is_rls_enabled', c.relrowsecurity, 'rows', c.reltuples::pg_catalog.int8,
        'columns', (
          select coalesce(pg_catalog.json_agg(a.attname), '[]') from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        'indexed', (
          select coalesce(pg_catalog.json_agg(distinct a.attname), '[]')
          from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisvalid and i.indpred is null))
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${quoteLiteral(schema)} and c.relname = ${quoteLiteral(table)} and c.relkind in ('r', 'p')),
    'roles', (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', r.rolname, 'bypasses', r.rolbypassrls or r.rolsuper)), '[]')
      from pg_catalog.pg_roles r where r.rolname = any (array[${roles.map(quoteLiteral).join(', ')}]::pg_catalog.text[])))::text`
