import { exportPieces } from '../results/result-export.ts'
import type { QueryRunSnapshot } from './query-run.ts'

/** A summary of a run: its error, and the rows of its last statement as JSON, as far as they fit the limits. */
export function runOutcome(
  { outcomes, failure, state }: QueryRunSnapshot,
  limits: { rows: number; characters: number },
) {
  const last = outcomes.at(-1)
  const sqlstate = failure?.sql?.sqlstate
  const error = failure?.message ?? (state === 'cancelled' ? 'The query was cancelled.' : undefined)
  return {
    rowCount: last?.fields ? last.rowCount : (last?.end?.rowCount ?? null),
    ...(last && { rows: rowsOf(last, limits) }),
    ...(error !== undefined && {
      error: { message: error.slice(0, limits.characters), ...(sqlstate !== undefined && { sqlstate }) },
    }),
  }
}

/** As many of the first rows as fit. */
function rowsOf(
  { fields, columns, rowCount }: QueryRunSnapshot['outcomes'][number],
  { rows, characters }: { rows: number; characters: number },
): string {
  if (!fields) return '[]'
  for (let count = Math.min(rows, rowCount); count > 0; count = Math.floor(count / 2)) {
    const text = exportPieces('json', { fields, columns, rowCount: count }).join('')
    if (text.length <= characters) return text
  }
  return '[]'
}
