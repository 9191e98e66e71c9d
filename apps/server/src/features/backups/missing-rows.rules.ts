import { ROWS_TO_EXPECT, ROWS_TOLERANCE } from './backups.rules.ts'

/** How many rows each table of the main database has, or is believed to have, by schema and name. */
export type Estimates = ReadonlyMap<string, number>

const number = new Intl.NumberFormat('en')

/**
 * What a restored database lacks of what the server believed to have before the backup and after it. Rows that were deleted
 * meanwhile are missing from neither.
 */
export function missingRows(counts: Estimates, before: Estimates, after: Estimates): string[] {
  return [...before].flatMap(([name, rows]) => {
    const later = after.get(name)
    if (later === undefined) return []
    const found = counts.get(name)
    if (found === undefined) return [`The table ${name} is missing.`]
    const expected = Math.min(rows, later)
    if (expected < ROWS_TO_EXPECT || found >= expected * (1 - ROWS_TOLERANCE)) return []
    const about = number.format(Math.round(expected))
    return found === 0
      ? [`The table ${name} is empty, and the server had about ${about} rows.`]
      : [`The table ${name} has ${number.format(found)} rows, and the server had about ${about}.`]
  })
}
