import { BAD_LINES_MAX } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type { BadLine, ImportResult } from '@basalt/contract/table-transfer/table-transfer.schema.ts'

/** Errors that another file would not have avoided: resources, locks, shutdown, cancellation, and the statement itself. */
const NOT_ABOUT_ROWS = /^(?:08|25|40|42|53|54|55|57|58|F0|XX)/

/** Did PostgreSQL refuse the rows? Then each of them can be found. */
export const isAboutRows = (sqlstate: string | undefined) =>
  sqlstate !== undefined && !NOT_ABOUT_ROWS.test(sqlstate)

/** The bad lines that PostgreSQL found and those that could not even be sent, in the order of the file. */
export function mergedBadLines(
  result: ImportResult,
  bad: readonly BadLine[],
  badCount: number,
): ImportResult {
  if (badCount === 0) return result
  const lines = [...bad, ...result.bad_lines].sort((one, other) => one.line - other.line)
  return {
    ...result,
    bad_lines: lines.slice(0, BAD_LINES_MAX),
    bad_line_count: result.bad_line_count + badCount,
  }
}

/** What was done, in a sentence. */
export function importSummary({ inserted, updated, skipped }: ImportResult): string {
  const parts = [
    [inserted, 'imported'],
    [updated, 'updated'],
    [skipped, 'skipped (key taken)'],
  ] as const
  const said = parts.filter(([count], index) => index === 0 || count > 0)
  return said
    .map(
      ([count, what]) =>
        `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? 'row' : 'rows'} ${what}`,
    )
    .join(', ')
}
