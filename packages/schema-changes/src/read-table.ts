import type { CurrentTable } from './alter-table.ts'
import type { RelationKind } from './drop-relation.ts'
import { PUBLICATION } from './facts.ts'
import type { ColumnDefault, TableDraft } from './table-draft.ts'

/** A relation as it is now, with what a form says about it. */
export interface ReadTable extends CurrentTable {
  readonly id: number
  readonly kind: RelationKind
  /** Of the table with its partitions, indexes and long values. */
  readonly bytes: number
  /** As of the last ANALYZE or VACUUM; null before the first. */
  readonly estimated_rows: number | null
  readonly policies: number
  /** False for a publication of all tables or of its schema, which it cannot be taken out of by itself. */
  readonly is_realtime_changeable: boolean
  /** Are there enough rights to change it? */
  readonly is_owned: boolean
}

const names = (relation: string, numbers: string) => `(
    select coalesce(pg_catalog.jsonb_agg(a.attname order by part.place), '[]')
    from pg_catalog.unnest(${numbers}) with ordinality as part(number, place)
    join pg_catalog.pg_attribute a on a.attrelid = ${relation} and a.attnum = part.number)`

const action = (column: string) =>
  `case ${column} when 'r' then 'restrict' when 'c' then 'cascade' when 'n' then 'set null' when 'd' then 'set default' else 'no action' end`

const constraintsOf = (kind: string, fields: string) => `coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('was', k.conname, ${fields}) order by k.conname)
      from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = '${kind}' and k.conparentid = 0), '[]')`

/** One row with one column, JSON text for `readTable`, or no row when the relation is gone. By index only. */
export const tableToChange = (oid: number) => `
  select pg_catalog.jsonb_build_object(
    'id', c.oid::pg_catalog.int8,
    'kind', c.relkind,
    'bytes', case when c.relkind in ('r', 'm', 'p') then (
      with recursive member(oid) as (
        select c.oid union select h.inhrelid from member join pg_catalog.pg_inherits h on h.inhparent = member.oid)
      select coalesce(sum(pg_catalog.pg_total_relation_size(oid::pg_catalog.regclass)), 0)::pg_catalog.int8 from member) else 0 end,
    'estimated_rows', nullif(c.reltuples, -1)::pg_catalog.float8,
    'policies', (select count(*) from pg_catalog.pg_policy p where p.polrelid = c.oid),
    'is_owned', pg_catalog.pg_has_role(c.relowner, 'usage'),
    'is_realtime_changeable', c.relkind in ('r', 'p') and not exists (
      select from pg_catalog.pg_publication p where p.pubname = '${PUBLICATION}' and (p.puballtables or exists (
        select from pg_catalog.pg_publication_namespace s where s.pnpubid = p.oid and s.pnnspid = c.relnamespace))),
    'primary_key_name', (select k.conname from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'p'),
    'table', pg_catalog.jsonb_build_object(
      'schema', n.nspname,
      'name', c.relname,
      'comment', pg_catalog.obj_description(c.oid, 'pg_class'),
      'rls', c.relrowsecurity,
      'realtime', exists (
        select from pg_catalog.pg_publication p where p.pubname = '${PUBLICATION}' and (p.puballtables
          or exists (select from pg_catalog.pg_publication_rel r where r.prpubid = p.oid and r.prrelid = c.oid)
          or exists (select from pg_catalog.pg_publication_namespace s where s.pnpubid = p.oid and s.pnnspid = c.relnamespace))),
      'columns', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'was', a.attname,
          'name', a.attname,
          'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
          'nullable', not a.attnotnull,
          'default', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
          'generated', case when a.attgenerated <> '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
          'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
          'comment', pg_catalog.col_description(c.oid, a.attnum)) order by a.attnum)
        from pg_catalog.pg_attribute a
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]'),
      'primary_key', coalesce((
        select ${names('k.conrelid', 'k.conkey')} from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.contype = 'p'), '[]'),
      'uniques', ${constraintsOf('u', `'columns', ${names('k.conrelid', 'k.conkey')}`)},
      'checks', ${constraintsOf('c', "'expression', pg_catalog.pg_get_expr(k.conbin, k.conrelid)")},
      'foreign_keys', ${constraintsOf(
        'f',
        `'columns', ${names('k.conrelid', 'k.conkey')},
        'target', (select pg_catalog.jsonb_build_object('schema', tn.nspname, 'name', t.relname, 'columns', ${names('k.confrelid', 'k.confkey')})
          from pg_catalog.pg_class t join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace where t.oid = k.confrelid),
        'on_update', ${action('k.confupdtype')}, 'on_delete', ${action('k.confdeltype')}`,
      )}
    ))::text
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.oid = ${String(oid)}::pg_catalog.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')`

/** The result of `tableToChange`; undefined when the relation is gone. */
export function readTable(rows: readonly (readonly (string | null)[])[]): ReadTable | undefined {
  const text = rows[0]?.[0]
  if (!text) return undefined
  const { table, ...rest } = JSON.parse(text)
  const columns = (
    table.columns as (Omit<TableDraft['columns'][number], 'default'> & { default: string | null })[]
  ).map((column) => ({ ...column, default: column.default === null ? null : readDefault(column.default) }))
  return { ...rest, table: { ...table, columns } }
}

const STRING = /^'((?:[^']|'')*)'(?:::[^'()]+(?:\([\d,]+\))?(?:\[\])*)?$/
const NUMBER_OR_BOOLEAN = /^(?:-?\d+(?:\.\d+)?|true|false)$/

/** A default as PostgreSQL prints it: a value where it is no more than that. */
export function readDefault(printed: string): ColumnDefault {
  const [, quoted] = STRING.exec(printed) ?? []
  if (quoted !== undefined) return { literal: quoted.replaceAll("''", "'") }
  return NUMBER_OR_BOOLEAN.test(printed) ? { literal: printed } : { expression: printed }
}
