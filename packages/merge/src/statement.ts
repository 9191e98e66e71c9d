/** A statement whose values are parameters. */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** The values of a row as PostgreSQL writes them as text, in the order of the selected columns. */
export type TextRow = readonly (string | null)[]

/** Runs one statement in a session of `SESSION_SETTINGS`, and returns its rows as texts. */
export type Run = (statement: Statement) => Promise<readonly TextRow[]>

/** A number of rows that a statement has written is its only result, as `returning` in a `with` makes it. */
export const countOf = (rows: readonly TextRow[]) => Number(rows[0]![0])

/**
 * The settings of both sessions, so that a value has the same text on both sides, and names of types are qualified. They
 * end with the transaction.
 */
export const SESSION_SETTINGS = `
  set local search_path = '';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local xmloption = 'content';
  set local lc_monetary = 'C';
  set local row_security = off`
