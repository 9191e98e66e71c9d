import { quoteLiteral } from '@basalt/sql/quote.ts'
import { calledFunctions } from './sql-fragments.ts'
import type { TableDraft } from './table-draft.ts'

/** A type name as PostgreSQL understands it. */
export interface TypeFact {
  readonly oid: number
  /** As PostgreSQL writes it. */
  readonly name: string
  /** -1 without a length or precision. */
  readonly modifier: number
  /** In pg_catalog: its name there, such as `int4` and `_int4`; null for other types. */
  readonly builtIn: string | null
  /** As in pg_type: N number, S string, A array, … */
  readonly category: string
  /** A domain with a constraint, its own or of the domains below. */
  readonly isConstrained: boolean
  /** Oid of the type below all domains; its own for other types. */
  readonly base: number
}

/** What has to be known about a database to say what a change does there. */
export interface ChangeFacts {
  readonly hasPublication: boolean
  /** Is UTC the time zone of the session? */
  readonly isUtc: boolean
  /** Names of called functions with a volatile form. */
  readonly volatileFunctions: readonly string[]
  /** By the text of the draft; null for a type that does not exist. */
  readonly types: Readonly<Record<string, TypeFact | null>>
  /** Casts between these types by oid; those of method `b` leave values as they are stored. */
  readonly casts: readonly (readonly [from: number, to: number, method: 'b' | 'f' | 'i'])[]
}

export const PUBLICATION = 'supabase_realtime'

/** The default expressions and types whose facts are needed. */
const expressionsOf = (drafts: readonly TableDraft[]) =>
  drafts.flatMap(({ columns }) =>
    columns.flatMap((column) =>
      column.default && 'expression' in column.default ? [column.default.expression] : [],
    ),
  )

/** Types that PostgreSQL replaces when a column is created. */
export const serialTypes: Readonly<Record<string, string>> = {
  serial: 'int4',
  serial4: 'int4',
  bigserial: 'int8',
  serial8: 'int8',
  smallserial: 'int2',
  serial2: 'int2',
}
export const isSerial = (type: string) => Object.hasOwn(serialTypes, type.trim().toLowerCase())

const textArray = (texts: readonly string[]) =>
  `array[${[...new Set(texts)].map(quoteLiteral).join(', ')}]::pg_catalog.text[]`

/** One row with one column, JSON text of `ChangeFacts`. The functions are looked up by name, the types by index. */
export const changeFacts = (drafts: readonly TableDraft[]) => `
  with asked(text) as (select pg_catalog.unnest(${textArray(drafts.flatMap(({ columns }) => columns.map(({ type }) => type)))})),
  named as (select text, pg_catalog.to_regtype(text)::pg_catalog.oid as oid, coalesce(pg_catalog.to_regtypemod(text), -1) as modifier from asked),
  below as (
    with recursive step as (
      select n.oid as start, t.oid, t.typbasetype, t.typtype,
        t.typtype = 'd' and (t.typnotnull or exists (select from pg_catalog.pg_constraint k where k.contypid = t.oid)) as constrained
      from (select distinct oid from named) n join pg_catalog.pg_type t on t.oid = n.oid
      union all
      select step.start, t.oid, t.typbasetype, t.typtype,
        t.typtype = 'd' and (t.typnotnull or exists (select from pg_catalog.pg_constraint k where k.contypid = t.oid))
      from step join pg_catalog.pg_type t on t.oid = step.typbasetype where step.typtype = 'd')
    select start, bool_or(constrained) as constrained, max(oid::pg_catalog.int8) filter (where typtype <> 'd') as base
    from step group by start)
  select pg_catalog.jsonb_build_object(
    'hasPublication', exists (select from pg_catalog.pg_publication where pubname = ${quoteLiteral(PUBLICATION)}),
    'isUtc', pg_catalog.current_setting('TimeZone') in ('UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'),
    'volatileFunctions', coalesce((
      select pg_catalog.jsonb_agg(distinct p.proname) from pg_catalog.pg_proc p
      where p.provolatile = 'v' and p.proname = any (${textArray(expressionsOf(drafts).flatMap(calledFunctions))})), '[]'),
    'types', coalesce((
      select pg_catalog.jsonb_object_agg(n.text, case when t.oid is not null then pg_catalog.jsonb_build_object(
        'oid', t.oid::pg_catalog.int8,
        'name', pg_catalog.format_type(t.oid, n.modifier),
        'modifier', n.modifier,
        'builtIn', case when t.typnamespace = 'pg_catalog'::pg_catalog.regnamespace then t.typname end,
        'category', t.typcategory,
        'isConstrained', b.constrained,
        'base', b.base) end)
      from named n left join pg_catalog.pg_type t on t.oid = n.oid left join below b on b.start = n.oid), '{}'),
    'casts', coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_array(k.castsource::pg_catalog.int8, k.casttarget::pg_catalog.int8, k.castmethod))
      from pg_catalog.pg_cast k
      where k.castsource::pg_catalog.int8 in (select base from below)
        and k.casttarget::pg_catalog.int8 in (select base from below)), '[]'))::text`

export const readChangeFacts = (rows: readonly (readonly (string | null)[])[]): ChangeFacts =>
  JSON.parse(rows[0]![0]!)
