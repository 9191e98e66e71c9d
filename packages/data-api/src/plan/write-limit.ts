/**
 * A limit as a number in the statement. As a parameter it would hide from PostgreSQL's planner how few rows are wanted:
 * the plan that it keeps would look bad to it, and it would plan the statement again at each request, which costs more
 * than a short one itself. Apps use a handful of limits; offsets, of which there are many, stay parameters.
 */
export function writeLimit(rows: number): string {
  if (!Number.isSafeInteger(rows) || rows < 0) throw new TypeError(`No number of rows: ${rows}`)
  return String(rows)
}
