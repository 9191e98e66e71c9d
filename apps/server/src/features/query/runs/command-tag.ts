/**
 * A command tag as its words and its count: `SELECT 5`, `INSERT 0 5` (an oid of old, then the count),
 * `CREATE TABLE`, which counts nothing.
 */
export function parseCommandTag(tag: string): { command: string; rowCount: number | null } {
  const [, command = tag, count] = /^(\D*?)(?: (?:\d+ )?(\d+))?$/.exec(tag) ?? []
  return { command, rowCount: count === undefined ? null : Number(count) }
}
