import { exportPieces } from '../results/result-export.ts'
import type { QueryRunSnapshot } from './query-run.ts'

/** How a run ended, in short: the rows of its last statement as JSON as far as there is room for them. */
export function runOutcome(
  { outcomes, failure, state }: QueryRunSnapshot,
  room: { rows: number; characters: number },
) {
  const last = outcomes.at(-1)
  const sqlstate = failure?.sql?.sqlstate
  const error = failure?.message ?? (state === 'cancelled' ? 'It was cancelled.' : undefined)
  return {
    rowCount: last?.fields ? last.rowCount : (last?.end?.rowCount ?? null),
    ...(last && { rows: rowsOf(last, room) }),
    ...(error !== undefined && {
      error: { message: error.slice(0, room.characters), ...(sqlstate !== undefined && { sqlstate }) },
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
