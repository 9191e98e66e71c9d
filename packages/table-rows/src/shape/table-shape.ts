import { comment } from '@basalt/catalog/fragments.ts'
import { viewColumns } from '@basalt/data-api/schema/view-columns.ts'
import type { Statement, TextRow } from '../statement.ts'

/** As in pg_class: table, partitioned table, view, materialized view, foreign table. */
export type RelationKind = 'r' | 'p' | 'v' | 'm' | 'f'

/** A column as the pages of its relation need it. */
export interface PageColumn {
  /** As in pg_attribute: the first is 1, and dropped columns leave gaps. */
  readonly number: number
  readonly name: string
  /** For readers, as `format_type` writes it. */
  readonly type: string
  /** For casts: schema-qualified and without a length or precision. A domain is named as such. */
  readonly typeName: string
  /** For casts: the type below all domains; `typeName` if it is not a domain. */
  readonly baseType: string
  /** Name of the base type in pg_catalog, such as `int4`; null for types of other schemas. */
  readonly builtIn: string | null
  /** As in pg_type, of the base type: N number, S string, D date, B boolean, E enum, A array, … */
  readonly category: string
  /** As in pg_type, of the base type: b base, c composite, e enum, r range, m multirange, p pseudo. */
  readonly typeKind: string
  /** Do values have any length? Numbers and dates do not. */
  readonly isLong: boolean
  /** Can values be compared with `=`? */
  readonly isEquatable: boolean
  /** Can values be sorted? */
  readonly isOrderable: boolean
  /** False for a collation under which different texts can be equal. */
  readonly isDeterministic: boolean
  readonly isNullable: boolean
  readonly isReadable: boolean
}

export interface TableColumn extends PageColumn {
  /** An expression. Null for generated columns. */
  readonly default: string | null
  /** The expression of a generated column. */
  readonly generated: string | null
  readonly identity: 'always' | 'by default' | null
  /** Values of an enum, in its order. */
  readonly labels: readonly string[] | null
  /** The type of the elements, for arrays: below all domains, named as `builtIn` or `baseType`, with the values of an enum. */
  readonly element: { readonly type: string; readonly labels: readonly string[] | null } | null
  readonly comment: string | null
  /** May the caller set it, in new rows and in old ones? False for generated columns and computed columns of views. */
  readonly isInsertable: boolean
  readonly isUpdatable: boolean
}

export interface IndexColumn {
  /** Column number; 0 for an expression. */
  readonly number: number
  readonly isDescending: boolean
  readonly isNullsFirst: boolean
  /** Does it sort as `ORDER BY` does: with the default operator class and the collation of the column? */
  readonly isPlain: boolean
}

export interface TableIndex {
  readonly name: string
  readonly method: string
  readonly isPrimary: boolean
  readonly isUnique: boolean
  /** False while it is built concurrently, and after that has failed. */
  readonly isValid: boolean
  /** False for deferrable constraints. */
  readonly isImmediate: boolean
  readonly isPartial: boolean
  /** The columns that are searched, without those that are only included. */
  readonly columns: readonly IndexColumn[]
}

/** What the grid has to know about a relation before it reads a row: all that `shapeProof` vouches for. */
export interface PageShape {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: RelationKind
  readonly columns: readonly PageColumn[]
  /** A view whose rows are rows of one table has the indexes of that table, as far as it has their columns. */
  readonly indexes: readonly TableIndex[]
  /** Oids of partitions and inheriting tables that hold rows, ascending; at most `LEAVES_MAX`. */
  readonly leaves: readonly number[]
  readonly leafCount: number
  /** Does the relation have partitions or inheriting tables? */
  readonly hasChildren: boolean
}

/** What the grid shows of a relation, and what it may change. */
export interface TableShape extends PageShape {
  readonly columns: readonly TableColumn[]
  /** Rows as of the last ANALYZE or VACUUM, partitions included; null before the first. */
  readonly estimatedRows: number | null
  /** False for a materialized view that was never refreshed. */
  readonly isPopulated: boolean
  /** Does it have rules that rewrite INSERT, UPDATE or DELETE? */
  readonly hasRules: boolean
  readonly canInsert: boolean
  readonly canUpdate: boolean
  readonly canDelete: boolean
}

/** Partitions beyond this many are counted and not listed. */
export const LEAVES_MAX = 1000

const qualified = (namespace: string, name: string) =>
  `(select pg_catalog.quote_ident(nspname) from pg_catalog.pg_namespace where oid = ${namespace}) || '.' || pg_catalog.quote_ident(${name})`

/** A condition: does the type `type`, an oid with its `pg_type` row `t`, have a default operator class of one of these access methods? */
const hasOperators = (t: string, methods: string) => `(${t}.typtype in ('e', 'r', 'm') or exists (
    select from pg_catalog.pg_opclass o join pg_catalog.pg_am m on m.oid = o.opcmethod and m.amname in (${methods})
    where o.opcdefault and (o.opcintype = ${t}.oid or exists (
      select from pg_catalog.pg_cast binary_cast
      where binary_cast.castsource = ${t}.oid and binary_cast.casttarget = o.opcintype
        and binary_cast.castmethod = 'b' and binary_cast.castcontext = 'i'))))`

/** A condition: can values of the base type `b` be compared? Elements decide for arrays, columns for composite types, one level deep. */
const isComparable = (methods: string) => `case
    when b.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc and b.typelem <> 0 then exists (
      select from pg_catalog.pg_type element
      join pg_catalog.pg_type below on below.oid = case when element.typtype = 'd' then element.typbasetype else element.oid end
      where element.oid = b.typelem and (${hasOperators('below', methods)} or below.typtype = 'c'))
    when b.typtype = 'c' then not exists (
      select from pg_catalog.pg_attribute part join pg_catalog.pg_type pt on pt.oid = part.atttypid
      join pg_catalog.pg_type element on element.oid = case
        when pt.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc and pt.typelem <> 0 then pt.typelem
        when pt.typtype = 'd' then pt.typbasetype else pt.oid end
      where part.attrelid = b.typrelid and part.attnum > 0 and not part.attisdropped and not ${hasOperators('element', methods)})
    else ${hasOperators('b', methods)} end`

const indexesOf = (relation: string) => `(
    select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'relation', i.indrelid::pg_catalog.int8,
      'name', x.relname,
      'method', am.amname,
      'isPrimary', i.indisprimary,
      'isUnique', i.indisunique,
      'isValid', i.indisvalid and i.indisready and i.indislive,
      'isImmediate', i.indimmediate,
      'isPartial', i.indpred is not null,
      'columns', (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'number', i.indkey[place],
          'isDescending', i.indoption[place] & 1 = 1,
          'isNullsFirst', i.indoption[place] & 2 = 2,
          'isPlain', o.opcdefault and i.indcollation[place] = coalesce(a.attcollation, 0)) order by place)
        from pg_catalog.generate_series(0, i.indnkeyatts - 1) place
        join pg_catalog.pg_opclass o on o.oid = i.indclass[place]
        left join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[place])
      ) order by not i.indisprimary, x.relname)
    from pg_catalog.pg_index i
    join pg_catalog.pg_class x on x.oid = i.indexrelid
    join pg_catalog.pg_am am on am.oid = x.relam
    where ${relation})`

/** Updates that are possible because the view is simple, without INSTEAD OF triggers: bits of `pg_relation_is_updatable`. */
const SIMPLE = 'pg_catalog.pg_relation_is_updatable(c.oid, false)'
const ANYHOW = 'pg_catalog.pg_relation_is_updatable(c.oid, true)'

/**
 * One statement by oid. Returns one row with one column, JSON text for `readTableShape`, or no row when the relation is
 * gone. It reads the catalog by index only, so that its cost does not depend on how many tables there are.
 */
export const tableShape = (oid: number): Statement => ({
  text: `
  select pg_catalog.jsonb_build_object(
    'oid', c.oid::pg_catalog.int8,
    'schema', n.nspname,
    'name', c.relname,
    'kind', c.relkind,
    'isPopulated', c.relispopulated,
    'hasRules', c.relhasrules and exists (
      select from pg_catalog.pg_rewrite w where w.ev_class = c.oid and w.ev_type <> '1' and w.ev_enabled <> 'D'),
    'canInsert', case c.relkind when 'r' then true when 'p' then true when 'v' then ${ANYHOW} & 8 = 8 else false end
      and pg_catalog.has_any_column_privilege(c.oid, 'insert'),
    'canUpdate', case c.relkind when 'r' then true when 'p' then true when 'v' then ${ANYHOW} & 4 = 4 else false end
      and pg_catalog.has_any_column_privilege(c.oid, 'update'),
    'canDelete', case c.relkind when 'r' then true when 'p' then true when 'v' then ${ANYHOW} & 16 = 16 else false end
      and pg_catalog.has_table_privilege(c.oid, 'delete'),
    'hasChildren', c.relkind = 'p' or tree.children > 0,
    'leafCount', tree.leaf_count,
    'leaves', tree.leaves,
    'estimatedRows', tree.estimated_rows,
    'columns', coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'number', a.attnum,
        'name', a.attname,
        'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
        'typeName', ${qualified('t.typnamespace', 't.typname')},
        'baseType', ${qualified('b.typnamespace', 'b.typname')},
        'builtIn', case when b.typnamespace = 'pg_catalog'::pg_catalog.regnamespace then b.typname end,
        'category', b.typcategory,
        'typeKind', b.typtype,
        'isLong', b.typlen < 0,
        'isEquatable', ${isComparable("'btree', 'hash'")},
        'isOrderable', ${isComparable("'btree'")},
        'isDeterministic', coalesce((
          select co.collisdeterministic from pg_catalog.pg_collation co where co.oid = a.attcollation), true),
        'isNullable', not (a.attnotnull and coalesce(nn.convalidated, true) or t.typtype = 'd' and t.typnotnull),
        'default', case when a.attgenerated = '' then coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), t.typdefault) end,
        'generated', case when a.attgenerated <> '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
        'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
        'labels', case when b.typtype = 'e' then (
          select pg_catalog.jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = b.oid) end,
        'element', case when b.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc and b.typelem <> 0 then (
          select pg_catalog.jsonb_build_object(
            'type', case when e.typnamespace = 'pg_catalog'::pg_catalog.regnamespace then e.typname
              else ${qualified('e.typnamespace', 'e.typname')} end,
            'labels', case when e.typtype = 'e' then (
              select pg_catalog.jsonb_agg(l.enumlabel order by l.enumsortorder) from pg_catalog.pg_enum l where l.enumtypid = e.oid) end)
          from pg_catalog.pg_type element
          join pg_catalog.pg_type e on e.oid = case when element.typtype = 'd' then element.typbasetype else element.oid end
          where element.oid = b.typelem) end,
        'comment', ${comment('c.oid', 'pg_class', 'a.attnum')},
        'isReadable', pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'),
        'isInsertable', a.attgenerated = '' and pg_catalog.has_column_privilege(c.oid, a.attnum, 'insert') and ${writable(8)},
        'isUpdatable', a.attgenerated = '' and a.attidentity <> 'a'
          and pg_catalog.has_column_privilege(c.oid, a.attnum, 'update') and ${writable(4)}
        ) order by a.attnum)
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type t on t.oid = a.atttypid
      cross join lateral (
        with recursive below(oid) as (
          select t.oid
          union all
          select inner_type.typbasetype from below join pg_catalog.pg_type inner_type on inner_type.oid = below.oid
          where inner_type.typtype = 'd')
        select base.* from below join pg_catalog.pg_type base on base.oid = below.oid and base.typtype <> 'd') b
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_catalog.pg_constraint nn on nn.conrelid = c.oid and nn.contype = 'n' and nn.conkey[1] = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]'),
    'indexes', coalesce(${indexesOf('i.indrelid = c.oid')}, '[]'),
    -- Rows of a view can be told apart where it is simple, so that each is a row of one table.
    'rule', case when c.relkind = 'v' and ${SIMPLE} & 16 = 16 then (
      select w.ev_action::text from pg_catalog.pg_rewrite w where w.ev_class = c.oid and w.rulename = '_RETURN') end,
    'baseIndexes', case when c.relkind = 'v' and ${SIMPLE} & 16 = 16 then coalesce(${indexesOf(`i.indrelid in (
      select p.refobjid from pg_catalog.pg_rewrite w
      join pg_catalog.pg_depend p on p.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and p.objid = w.oid
        and p.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
      where w.ev_class = c.oid and w.rulename = '_RETURN')
      -- The key of a table does not tell apart the rows of those that inherit it.
      and (not exists (select from pg_catalog.pg_inherits h where h.inhparent = i.indrelid)
        or (select p.relkind from pg_catalog.pg_class p where p.oid = i.indrelid) = 'p')`)}, '[]') end,
    'baseNotNull', case when c.relkind = 'v' and ${SIMPLE} & 16 = 16 then (
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_array(a.attrelid::pg_catalog.int8, a.attnum))
      from pg_catalog.pg_rewrite w
      join pg_catalog.pg_depend p on p.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and p.objid = w.oid
        and p.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and p.refobjsubid > 0
      join pg_catalog.pg_attribute a on a.attrelid = p.refobjid and a.attnum = p.refobjsubid and a.attnotnull
        and not exists (select from pg_catalog.pg_constraint nn
          where nn.conrelid = a.attrelid and nn.contype = 'n' and nn.conkey[1] = a.attnum and not nn.convalidated)
      where w.ev_class = c.oid and w.rulename = '_RETURN') end
  )::text
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    with recursive member(oid) as (
      select c.oid
      union
      select h.inhrelid from member join pg_catalog.pg_inherits h on h.inhparent = member.oid
    ), leaf as (
      select m.oid, m.reltuples from member join pg_catalog.pg_class m on m.oid = member.oid and m.relkind <> 'p'
    )
    select count(*) as leaf_count, (select count(*) - 1 from member) as children,
      coalesce((select pg_catalog.jsonb_agg(oid::pg_catalog.int8 order by oid) from
        (select oid from leaf order by oid limit ${LEAVES_MAX}) first_leaves), '[]') as leaves,
      case when c.relkind in ('r', 'p', 'm', 'f') then
        coalesce(sum(reltuples) filter (where reltuples >= 0), nullif(c.reltuples, -1))::pg_catalog.float8 end as estimated_rows
    from leaf
  ) tree
  where c.oid = $1::pg_catalog.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  values: [String(oid)],
})

/** A condition on the column `a` of `c`: is it more than an expression in a view? INSTEAD OF triggers take any column. */
function writable(bit: 4 | 8) {
  return `case when c.relkind in ('r', 'p') then true
    when c.relkind <> 'v' then false
    when ${ANYHOW} & ${bit} = ${bit} and ${SIMPLE} & ${bit} = 0 then true
    else pg_catalog.pg_column_is_updatable(c.oid, a.attnum, true) end`
}

interface ShapeRow extends TableShape {
  readonly rule: string | null
  readonly baseIndexes: readonly BaseIndex[] | null
  readonly baseNotNull: readonly [relation: number, column: number][] | null
}

interface BaseIndex extends TableIndex {
  readonly relation: number
}

/** The result of `tableShape`; undefined when the relation is gone. */
export function readTableShape(rows: readonly TextRow[]): TableShape | undefined {
  const text = rows[0]?.[0]
  if (!text) return undefined
  const { rule, baseIndexes, baseNotNull, ...shape }: ShapeRow = JSON.parse(text)
  if (rule === null) return shape
  const origins = viewColumns(rule)
  const notNull = new Set(
    origins
      .filter((origin) =>
        baseNotNull?.some(
          ([relation, column]) => relation === origin.relation && column === origin.relationColumn,
        ),
      )
      .map(({ column }) => column),
  )
  return {
    ...shape,
    columns: shape.columns.map((column) =>
      notNull.has(column.number) ? { ...column, isNullable: false } : column,
    ),
    indexes: (baseIndexes ?? []).map((index) => throughView(index, origins)),
  }
}

/** An index of a view's table by the view's columns, up to the first that the view does not have. */
function throughView(index: BaseIndex, origins: ReturnType<typeof viewColumns>): TableIndex {
  const columns: IndexColumn[] = []
  for (const part of index.columns) {
    const origin = origins.find(
      ({ relation, relationColumn }) => relation === index.relation && relationColumn === part.number,
    )
    if (!origin) break
    columns.push({ ...part, number: origin.column })
  }
  return { ...index, columns, isUnique: index.isUnique && columns.length === index.columns.length }
}
