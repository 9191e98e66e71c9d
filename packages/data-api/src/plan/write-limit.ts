/**
 * A limit as a literal in the statement. As a parameter it would hide from PostgreSQL's planner how few rows are requested:
 * the generic plan would look expensive, and PostgreSQL would replan at each request, which costs more than a short
 * statement itself. Apps use a handful of limits; offsets vary, so they stay parameters.
 */
export function writeLimit(rows: number): string {
  if (!Number.isSafeInteger(rows) || rows < 0) throw new TypeError(`No number of rows: ${rows}`)
  return String(rows)
}
