import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { COLUMNS_TOLD, NAMED_RELATIONS, OTHER_RELATIONS, SCHEMA_MAX, WORDS_SOUGHT } from './ai.rules.ts'

/** Asks the catalogs of a project's database. */
export type LookUp = <Row extends object>(ref: string, sql: string, values?: unknown[]) => Promise<Row[]>

interface Relation {
  schema: string
  name: string
  kind: 'r' | 'v' | 'm' | 'f' | 'p'
  columns: string[]
  constraints: string[]
}

const RELATION_KINDS = "('r', 'v', 'm', 'f', 'p')"

/**
 * Of what belongs to the platform only what is named is told. Both halves are read by the index on names and stop at their limit, so that a database of a hundred thousand tables
 * costs no more than a small one.
 */
const RELATIONS = `
  with named as (
    select c.oid, c.relname, c.relkind, c.relnamespace, 0 as rank from pg_catalog.pg_class c
    where c.relname = any ($1::pg_catalog.name[]) and c.relkind in ${RELATION_KINDS} and not c.relispartition
      and c.relnamespace <> 'pg_catalog'::pg_catalog.regnamespace
      and c.relnamespace <> 'information_schema'::pg_catalog.regnamespace
    limit ${NAMED_RELATIONS}
  ), others as (
    select c.oid, c.relname, c.relkind, c.relnamespace, 1 as rank
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ${RELATION_KINDS} and not c.relispartition
      and ${isOfUsers('n.nspname')}
    order by c.relname limit ${OTHER_RELATIONS}
  ), told as (
    select * from named union all select * from others where oid not in (select oid from named)
  )
  select n.nspname as schema, t.relname as name, t.relkind as kind,
    array(
      select pg_catalog.quote_ident(a.attname) || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || coalesce((select ' /* ' || pg_catalog.string_agg(pg_catalog.quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
            || ' */' from pg_catalog.pg_enum e where e.enumtypid = a.atttypid), '')
      from pg_catalog.pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped order by a.attnum limit ${COLUMNS_TOLD}
    ) as columns,
    array(
      select pg_catalog.pg_get_constraintdef(k.oid) from pg_catalog.pg_constraint k
      where k.conrelid = t.oid and k.contype in ('p', 'u', 'f') order by k.contype desc, k.conname
    ) as constraints
  from told t join pg_catalog.pg_namespace n on n.oid = t.relnamespace
  order by t.rank, n.nspname <> 'public', n.nspname, t.relname`

const KINDS = { r: 'table', p: 'table', f: 'foreign table', v: 'view', m: 'materialized view' } as const

/**
 * The tables and views of a project as far as they bear on a text, those it names first, as SQL that a model reads:
 * names and types, never rows and comments. At most SCHEMA_MAX characters; empty for a database without tables.
 */
export async function knownSchema(lookUp: LookUp, ref: string, text: string): Promise<string> {
  const relations = await lookUp<Relation>(ref, RELATIONS, [namesIn(text)])
  let schema = ''
  for (const relation of relations) {
    const described = describe(relation)
    if (schema.length + described.length > SCHEMA_MAX) return `${schema}-- and more`
    schema += `${described}\n`
  }
  return schema.trimEnd()
}

const describe = ({ schema, name, kind, columns, constraints }: Relation) =>
  `${KINDS[kind]} ${quoted(schema)}.${quoted(name)} (${[...columns, ...constraints].join(', ')});`

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** The words of a text that may be names of tables, as written and in lower case, in singular and plural. */
export function namesIn(text: string): string[] {
  const names = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)) {
    const lower = word.toLowerCase()
    for (const name of [word, lower, `${lower}s`, lower.replace(/s$/, ''), lower.replace(/y$/, 'ies')])
      names.add(name)
    if (names.size >= WORDS_SOUGHT) break
  }
  return [...names]
}
