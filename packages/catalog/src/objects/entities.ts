import { containing } from '@basalt/sql/like-pattern.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import { comment } from '../fragments.ts'

/** As in pg_class: r table, v view, m materialized view, f foreign table, p partitioned table. */
type Kind = 'r' | 'v' | 'm' | 'f' | 'p'

export interface EntityRow {
  oid: number
  name: string
  kind: Kind
  rls_enabled: boolean
  comment: string | null
  exposure: 'no_row_security' | 'definer_view' | 'materialized_view' | 'foreign_table' | null
}

interface EntitySelection {
  readonly schema: string
  /** Part of the name, in either case; empty for all. */
  readonly search: string
  readonly kinds: readonly Kind[]
  readonly sort: 'alphabetical' | 'type'
  /** The last entity of the page before. */
  readonly after?: { readonly kind: Kind; readonly name: string } | undefined
  readonly limit: number
}

const KIND_ORDER = 'rvmfp'

/** The entities of a schema that the caller owns or has any privilege on. */
const visible = ({ schema, search, kinds }: Pick<EntitySelection, 'schema' | 'search' | 'kinds'>) => `
  from pg_catalog.pg_class c
  where c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = ${quoteLiteral(schema)})
    and c.relkind in (${kinds.map(quoteLiteral).join(', ')})
    ${search === '' ? '' : `and c.relname collate pg_catalog.pg_c_utf8 ilike ${quoteLiteral(containing(search))}`}
    and (pg_catalog.pg_has_role(c.relowner, 'usage')
      or pg_catalog.has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger, maintain')
      or pg_catalog.has_any_column_privilege(c.oid, 'select, insert, update, references'))`

const order = (kind: string) => `pg_catalog.strpos('${KIND_ORDER}', ${kind})`

function afterKey({ sort, after }: EntitySelection) {
  if (!after) return ''
  const name = `${quoteLiteral(after.name)}::name`
  return sort === 'alphabetical'
    ? `and c.relname > ${name}`
    : `and (${order('c.relkind::text')}, c.relname) > (${order(quoteLiteral(after.kind))}, ${name})`
}

/**
 * One page of the tables and views of a schema, by name or by kind and name; names compare by bytes. The exposure says
 * why anon or authenticated reach rows that no policy guards; it is found out for the rows of the page alone.
 */
export const entities = (selection: EntitySelection) => `
  with page as materialized (
    select c.oid, c.relname, c.relkind, c.relrowsecurity, c.reloptions, c.relnamespace
    ${visible(selection)}
      ${afterKey(selection)}
    order by ${selection.sort === 'type' ? `${order('c.relkind::text')}, ` : ''}c.relname
    limit ${selection.limit}
  )
  select page.oid, page.relname as name, page.relkind as kind, page.relrowsecurity as rls_enabled,
    ${comment('page.oid', 'pg_class')} as comment,
    case
      when not exists (
        select from unnest(array[to_regrole('anon'), to_regrole('authenticated')]::oid[]) api(role)
        where pg_catalog.has_schema_privilege(role, page.relnamespace, 'usage')
          and (pg_catalog.has_table_privilege(role, page.oid, 'select, insert, update, delete')
            or pg_catalog.has_any_column_privilege(role, page.oid, 'select, insert, update'))) then null
      when page.relkind in ('r', 'p') and not page.relrowsecurity then 'no_row_security'
      when page.relkind = 'v' and not coalesce((
        select o.option_value::bool from pg_catalog.pg_options_to_table(page.reloptions) o
        where o.option_name = 'security_invoker'), false) then 'definer_view'
      when page.relkind = 'm' then 'materialized_view'
      when page.relkind = 'f' then 'foreign_table'
    end as exposure
  from page
  order by ${selection.sort === 'type' ? `${order('page.relkind::text')}, ` : ''}page.relname`

/** How many entities match on all pages, as one row with `count`. */
export const entityCount = (selection: Pick<EntitySelection, 'schema' | 'search' | 'kinds'>) =>
  `select count(*)::int4 as count ${visible(selection)}`
