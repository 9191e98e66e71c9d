import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { relationOf } from '../shape/row-identity.ts'
import type { TableColumn } from '../shape/table-shape.ts'
import type { Statement, TextRow } from '../statement.ts'
import { type ImportTarget, namesOf } from './import-target.ts'

/**
 * Rows wait as texts in a temporary table, with the number of their line, until they are checked and written. PostgreSQL
 * drops it with the transaction, however that ends.
 */
const STAGED = 'pg_temp.basalt_import'
const BAD = 'pg_temp.basalt_import_bad'

/** Columns of a staging table: PostgreSQL has at most 1,600, and one is the line. */
export const STAGED_COLUMNS_MAX = 1599

const columnOf = (place: number) => `c${place + 1}`

/** Several statements. */
export const createStaging = ({ columns }: ImportTarget) => `
  create temporary table basalt_import (line pg_catalog.int8${columns.map((_, place) => `, ${columnOf(place)} pg_catalog.text`).join('')}) on commit drop;
  create temporary table basalt_import_bad (line pg_catalog.int8, name pg_catalog.text, value pg_catalog.text, reason pg_catalog.text) on commit drop`

export const copyIntoStaging = () => `copy ${STAGED} from stdin`

/** Several statements: the index finds ranges of lines. */
export const INDEX_STAGED = `create unique index on ${STAGED} (line); analyze ${STAGED}`

/** Does any text fit the type? */
const isUnchecked = ({ type }: TableColumn) => type === 'text'

/**
 * Finds the lines with a value that its column's type does not take, or with NULL where that is not allowed, and moves
 * them away. Undefined when every line fits.
 */
export function checkTypes({ columns }: ImportTarget): Statement | undefined {
  const checks = columns.flatMap((column, place) => {
    const value = `s.${columnOf(place)}`
    const type = quoteLiteral(column.type)
    const nothing = `null value in column "${column.name}" violates not-null constraint`
    const isNull = column.isNullable ? [] : [`${value} is null`]
    const isUnfit = isUnchecked(column) ? [] : [`not pg_catalog.pg_input_is_valid(${value}, ${type})`]
    if (isNull.length + isUnfit.length === 0) return []
    const reason = isUnchecked(column)
      ? 'null'
      : `(pg_catalog.pg_input_error_info(${value}, ${type})).message`
    return [
      {
        fails: [...isNull, ...isUnfit].join(' or '),
        row: `(${place}, ${quoteLiteral(column.name)}, ${value}, ${column.isNullable ? reason : `case when ${value} is null then ${quoteLiteral(nothing)} else ${reason} end`})`,
      },
    ]
  })
  if (checks.length === 0) return undefined
  return {
    text: `with found as (
      delete from ${STAGED} s where ${checks.map(({ fails }) => fails).join(' or ')} returning s.*)
    insert into ${BAD} select s.line, problem.name, pg_catalog."left"(problem.value, 200), problem.reason
    from found s cross join lateral (
      select * from (values ${checks.map(({ row }) => row).join(',\n')}) as problem(place, name, value, reason)
      where reason is not null order by place limit 1) problem`,
    values: [],
  }
}

/** How many lines are staged, and the last of them. */
export const STAGED_LINES: Statement = {
  text: `select pg_catalog.count(*), coalesce(pg_catalog.max(line), 0) from ${STAGED}`,
  values: [],
}

/** The last of the `count` lines after `after`, and how many there are. */
export const nextLines = (after: number, count: number): Statement => ({
  text: `select coalesce(pg_catalog.max(line), 0), pg_catalog.count(*) from (
    select line from ${STAGED} where line > $1::pg_catalog.int8 order by line limit $2::pg_catalog.int8) next`,
  values: [String(after), String(count)],
})

/** Writes the lines after `after` up to `upTo`. Returns how many rows were written, and how many of them are new. */
export function writeLines(
  { shape, columns, conflict }: ImportTarget,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Statement {
  const overriding = columns.some(({ identity }) => identity === 'always') ? ' overriding system value' : ''
  const values = columns.map((column, place) => {
    const value = `s.${columnOf(place)}`
    return isUnchecked(column) ? value : `${value}::${column.type}`
  })
  const key = conflict?.key.map(quoteIdentifier) ?? []
  const set = columns
    .filter(({ name, identity }) => !conflict?.key.includes(name) && identity !== 'always')
    .map(({ name }) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
  const isUpdating = conflict?.action === 'update' && set.length > 0
  const onConflict = conflict
    ? ` on conflict (${key.join(', ')}) do ${isUpdating ? `update set ${set.join(', ')}` : 'nothing'}`
    : ''
  const isNew = isUpdating ? `(old.${key[0]!} is null)` : 'true'
  return {
    text: `with written as (
      insert into ${relationOf(shape)} (${namesOf(columns)})${overriding}
      select ${values.join(', ')} from ${STAGED} s
      where s.line > $1::pg_catalog.int8 and s.line <= $2::pg_catalog.int8 order by s.line${onConflict}
      returning ${isNew} as is_new)
    select pg_catalog.count(*), pg_catalog.count(*) filter (where is_new) from written`,
    values: [String(after), String(upTo)],
  }
}

/** Records a line that the table, a trigger or a policy refused. */
export const markBad = (
  line: number,
  name: string | null,
  value: string | null,
  reason: string,
): Statement => ({
  text: `insert into ${BAD} values ($1::pg_catalog.int8, $2, $3, $4)`,
  values: [String(line), name, value, reason],
})

/** The value of a column on one line. */
export const stagedValue = ({ columns }: ImportTarget, line: number, name: string): Statement => ({
  text: `select pg_catalog."left"(${columnOf(columns.findIndex((column) => column.name === name))}, 200) from ${STAGED} where line = $1::pg_catalog.int8`,
  values: [String(line)],
})

/** The first bad lines, with the number of all of them in front. */
export const badLines = (limit: number): Statement => ({
  text: `select pg_catalog.count(*) over (), line, name, value, reason from ${BAD} order by line limit ${limit}`,
  values: [],
})

/** A line that does not fit. */
export interface BadLine {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly reason: string
}

export const readBadLines = (rows: readonly TextRow[]): { count: number; lines: BadLine[] } => ({
  count: Number(rows[0]?.[0] ?? 0),
  lines: rows.map(([, line, column, value, reason]) => ({
    line: Number(line),
    column: column ?? null,
    value: value ?? null,
    reason: reason ?? '',
  })),
})
