/**
 * Splits a command tag into its command and row count: `SELECT 5`, `INSERT 0 5` (a legacy oid before the count), or
 * `CREATE TABLE` without a count.
 */
export function parseCommandTag(tag: string): { command: string; rowCount: number | null } {
  const [, command = tag, count] = /^(\D*?)(?: (?:\d+ )?(\d+))?$/.exec(tag) ?? []
  return { command, rowCount: count === undefined ? null : Number(count) }
}
