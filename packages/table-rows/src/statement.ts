import { quoteLiteral } from '@basalt/sql/quote.ts'

/** A statement and the values of its parameters, all as text: `$1` is the first. */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** One row of a result, each column as PostgreSQL prints it. */
export type TextRow = readonly (string | null)[]

/** Collects the parameters of one statement. */
export interface Parameters {
  /** Adds a value and returns the expression that stands for it: a parameter cast to `type`, which is SQL text. */
  add(value: string | null, type: string): string
  readonly values: readonly (string | null)[]
}

export function newParameters(): Parameters {
  const values: (string | null)[] = []
  const numbers = new Map<string | null, number>()
  // A parameter has one type, so that only equal values of equal types share a number.
  const keyOf = (value: string, type: string) => `${type} ${value}`
  return {
    values,
    add(value, type) {
      if (value === null) return `null::${type}`
      const key = keyOf(value, type)
      const known = numbers.get(key)
      if (known !== undefined) return `$${known}::${type}`
      values.push(value)
      numbers.set(key, values.length)
      return `$${values.length}::${type}`
    },
  }
}

/** Writes the values into the statement, for SQL that people read. */
export const literalParameters = (): Parameters => ({
  values: [],
  add: (value, type) => `${value === null ? 'null' : quoteLiteral(value)}::${type}`,
})

/**
 * Settings with which values are printed so that the text of each reads back as the same value. The time zone stays that
 * of the session.
 */
export const EXACT_SETTINGS = {
  extra_float_digits: '1',
  bytea_output: 'hex',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
} as const

/** Sets them until the end of the transaction. */
export const EXACT_TEXT: Statement = {
  text: `select ${Object.entries(EXACT_SETTINGS)
    .map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`)
    .join(', ')}`,
  values: [],
}

/** Why PostgreSQL can't take a text at all, or undefined when it can. */
export function unstorableText(text: string): string | undefined {
  if (text.includes('\0')) return 'The text has a NUL character, which PostgreSQL cannot store.'
  if (!text.isWellFormed()) return 'The text has half of a character that is written as two UTF-16 codes.'
  return undefined
}
