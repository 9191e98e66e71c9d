import { comment } from '../fragments.ts'
import { isOneOf, orderedPart, wholeNumber } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'
import { isVisibleColumn } from './visible.ts'

const KINDS = "('r', 'p', 'v', 'm', 'f')"

/**
 * The columns of information_schema.columns' `data_type`: arrays and types outside pg_catalog are only named as such.
 * `t` is a row of pg_type.
 */
const dataType = (t: string) => `case
        when ${t}.typelem <> 0 and ${t}.typlen = -1 then 'ARRAY'
        when ${t}.typnamespace = 'pg_catalog'::pg_catalog.regnamespace then pg_catalog.format_type(${t}.oid, null)
        else 'USER-DEFINED' end`

/** Whether the foreign table `c` is of a wrapper that can read it. */
const HAS_HANDLER = `exists (
          select from pg_catalog.pg_foreign_table f
          join pg_catalog.pg_foreign_server server on server.oid = f.ftserver
          join pg_catalog.pg_foreign_data_wrapper wrapper on wrapper.oid = server.srvfdw
          where f.ftrelid = c.oid and wrapper.fdwhandler <> 0)`

/**
 * The fields of columns `a` of relations `c` in schemas `n`. `constraints` are the relations whose constraints are read,
 * once for all their columns: per column, a wide table would be read as often as it has columns.
 */
const fields = (from: string, constraints: string) => `
    select c.oid::int8 as table_id, n.nspname as schema, c.relname as table, c.oid || '.' || a.attnum as id,
      a.attnum as ordinal_position, a.attname as name,
      pg_catalog.pg_get_expr(d.adbin, d.adrelid) as default_value,
      case when base.oid is null then ${dataType('t')} else ${dataType('base')} end as data_type,
      coalesce(base.typname, t.typname) as format,
      a.attidentity <> '' as is_identity,
      case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end as identity_generation,
      a.attgenerated <> '' as is_generated,
      not (a.attnotnull or t.typtype = 'd' and t.typnotnull) as is_nullable,
      case c.relkind when 'm' then false when 'v' then pg_catalog.pg_column_is_updatable(c.oid, a.attnum, false)
        -- Without a handler, PostgreSQL fails instead.
        when 'f' then case when ${HAS_HANDLER} then pg_catalog.pg_column_is_updatable(c.oid, a.attnum, false)
          else false end
        else true end as is_updatable,
      coalesce(alone.is_unique, false) as is_unique,
      array(
        select e.enumlabel::text from pg_catalog.pg_enum e
        where e.enumtypid in (coalesce(base.oid, t.oid), coalesce(base.typelem, t.typelem))
        order by e.enumsortorder) as enums,
      pg_catalog.pg_get_expr(k.conbin, k.conrelid, true) as check,
      ${comment('c.oid', 'pg_class', 'a.attnum')} as comment
    from ${from}
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_type base on t.typtype = 'd' and base.oid = t.typbasetype
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join (
      select conrelid, conkey[1] as number, bool_or(contype = 'u') as is_unique,
        min(oid) filter (where contype = 'c') as check_id
      from pg_catalog.pg_constraint
      where conrelid = ${constraints} and contype in ('u', 'c') and pg_catalog.cardinality(conkey) = 1
      group by conrelid, conkey[1]) alone on alone.conrelid = a.attrelid and alone.number = a.attnum
    left join pg_catalog.pg_constraint k on k.oid = alone.check_id`

/** An SQL expression: the JSON array of the columns of the relation `c` in the schema `n`. */
export const columnsJson = () => `(
    select coalesce(json_agg(row_to_json(own) order by own.ordinal_position), '[]') from (
      ${fields('pg_catalog.pg_attribute a', 'c.oid')}
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and ${isVisibleColumn('c', 'a')}) own)`

export interface MetaColumnSelection extends Omit<MetaSelection, 'id'> {
  /** Only this one. */
  readonly column?: { readonly relation: number; readonly number: number }
}

/** Columns of tables and views, by relation. */
export const metaColumns = ({ column, ...selection }: MetaColumnSelection = {}) => `
  with page as materialized (
    select a.attrelid, a.attnum
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    where a.attnum > 0 and not a.attisdropped and c.relkind in ${KINDS} and ${isVisibleColumn('c', 'a')}
      ${
        column
          ? `and ${isOneOf('a.attrelid', [column.relation])} and a.attnum = ${wholeNumber(column.number)}`
          : metaRestriction(selection, {
              id: 'a.attrelid',
              namespace: 'c.relnamespace',
              relation: 'a.attrelid',
            })
      }
    ${orderedPart('a.attrelid, a.attnum', selection)}
  )
  ${asJson(`${fields(
    `page
    join pg_catalog.pg_attribute a on a.attrelid = page.attrelid and a.attnum = page.attnum
    join pg_catalog.pg_class c on c.oid = page.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace`,
    'any (array(select distinct attrelid from page))',
  )}
    order by page.attrelid, page.attnum`)}`
