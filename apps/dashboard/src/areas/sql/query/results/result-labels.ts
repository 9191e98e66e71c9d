import type { GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { isOver, type QueryRunSnapshot } from '../run/query-run.ts'
import type { StatementOutcome } from './result-collector.ts'

const number = new Intl.NumberFormat('en')
export const countRows = (count: number) => `${number.format(count)} ${count === 1 ? 'row' : 'rows'}`

/** `12 ms`, `1.25 s`, `2 min 5 s`, `1 h 3 min`. */
export function queryDuration(milliseconds: number): string {
  if (milliseconds < 999.5)
    return `${milliseconds < 10 ? trim(milliseconds, 1) : Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.995) return `${trim(seconds, 2)} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

const trim = (value: number, decimals: number) => String(Number(value.toFixed(decimals)))

/** The summary of a result: command, row count and duration. */
export function outcomeSummary(
  { fields, rowCount, end }: StatementOutcome,
  interruption: string | undefined,
  limit = -1,
): string[] {
  if (!end) return interruption ? [countRows(rowCount), interruption] : [`${countRows(rowCount)} so far`]
  const duration = queryDuration(end.durationMs)
  if (fields) {
    const rows = end.truncated ? `Showing first ${countRows(rowCount)}` : countRows(rowCount)
    // A result with fewer rows than the limit is complete.
    const isLimited = limit > 0 && rowCount >= limit
    return [isLimited ? `${rows} (Limited to only ${countRows(limit)})` : rows, duration]
  }
  if (end.rowCount === null) return [end.command, duration]
  return [end.command, `${countRows(end.rowCount)} affected`, duration]
}

/** `6 cells selected (2 rows × 3 columns)`. */
export function areaLabel({ top, bottom, left, right }: GridArea): string {
  const rows = bottom - top + 1
  const columns = right - left + 1
  return `${number.format(rows * columns)} cells selected (${countRows(rows)} × ${number.format(columns)} ${columns === 1 ? 'column' : 'columns'})`
}

/** Whether the query has, or may have, more rows than were loaded. */
export const isCutOff = ({ end, rowCount }: StatementOutcome, limit = -1) =>
  end === undefined || end.truncated || (limit > 0 && rowCount >= limit)

/** How many rows match a filter, and whether some rows were not searched. */
export function filteredLabel(matching: number, rowCount: number, isPartial: boolean): string {
  const part =
    matching === rowCount ? countRows(rowCount) : `${number.format(matching)} of ${countRows(rowCount)}`
  return isPartial ? `${part}. Rows that are not loaded are neither searched nor sorted.` : part
}

/** Why a statement did not finish; undefined while the run continues. */
export function interruptionOf({
  state,
  durationMs = 0,
}: Pick<QueryRunSnapshot, 'state' | 'durationMs'>): string | undefined {
  if (!isOver({ state })) return undefined
  return state === 'cancelled' ? `Cancelled after ${queryDuration(durationMs)}` : 'Not finished'
}

/** The outcome of a run in one sentence for screen readers; empty while it is running. */
export function runAnnouncement({ state, outcomes, durationMs = 0, failure }: QueryRunSnapshot): string {
  if (state === 'failed') return `The query failed. ${failure?.message ?? ''}`
  if (state === 'cancelled') return `The query was cancelled after ${queryDuration(durationMs)}`
  const last = outcomes.at(-1)
  if (state !== 'done') return ''
  return last?.fields
    ? `The query returned ${countRows(last.rowCount)} in ${queryDuration(durationMs)}`
    : `The query succeeded in ${queryDuration(durationMs)}. No rows returned.`
}

/** The result to select by default: the last one with rows, otherwise the last. */
export function defaultResult(outcomes: readonly StatementOutcome[]): number {
  const withRows = outcomes.findLastIndex(({ fields }) => fields !== undefined)
  return withRows >= 0 ? withRows : outcomes.length - 1
}
