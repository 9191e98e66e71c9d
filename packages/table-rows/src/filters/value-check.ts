import type { Statement, TextRow } from '../statement.ts'
import type { FilterPlan, FilterProblem } from './filter-sql.ts'

/** A value that does not fit the type it is read as. */
export interface ValueProblem {
  /** Its place in the list that was checked. */
  readonly index: number
  /** As PostgreSQL words it. */
  readonly message: string
  readonly sqlstate: string
}

/** Asks PostgreSQL which of these values it cannot read, in one statement. Types are SQL text. For `readValueCheck`. */
export const valueCheck = (values: readonly { value: string; type: string }[]): Statement => ({
  text: `select given.index::pg_catalog.text, wrong.message, wrong.sql_error_code
    from pg_catalog.json_to_recordset($1::pg_catalog.json) as given(index int, value text, type text),
      lateral pg_catalog.pg_input_error_info(given.value, given.type) wrong
    where wrong.message is not null order by given.index`,
  values: [JSON.stringify(values.map(({ value, type }, index) => ({ index, value, type })))],
})

export const readValueCheck = (rows: readonly TextRow[]): ValueProblem[] =>
  rows.map(([index, message, sqlstate]) => ({
    index: Number(index),
    message: message ?? '',
    sqlstate: sqlstate ?? '',
  }))

/** Undefined when the filter has no value that PostgreSQL could refuse. */
export const filterCheck = ({ values }: FilterPlan): Statement | undefined => {
  const doubtful = values.filter(({ type }) => type !== 'pg_catalog.text')
  return doubtful.length === 0 ? undefined : valueCheck(doubtful)
}

/** The problems that `filterCheck` found, one for each rule. */
export function readFilterCheck({ values }: FilterPlan, rows: readonly TextRow[]): FilterProblem[] {
  const doubtful = values.filter(({ type }) => type !== 'pg_catalog.text')
  const problems = new Map<object, FilterProblem>()
  for (const { index, message } of readValueCheck(rows)) {
    const { rule } = doubtful[index]!
    if (!problems.has(rule)) problems.set(rule, { rule, message: `${capitalized(message)}.` })
  }
  return [...problems.values()]
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
