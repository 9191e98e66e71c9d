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

/** What stands under a result: how many rows, of which command, in what time. */
export function outcomeSummary(
  { fields, rowCount, end }: StatementOutcome,
  interruption: string | undefined,
  limit = -1,
): string[] {
  if (!end) return interruption ? [countRows(rowCount), interruption] : [`${countRows(rowCount)} so far`]
  const duration = queryDuration(end.durationMs)
  if (fields) {
    const rows = end.truncated ? `Showing first ${countRows(rowCount)}` : countRows(rowCount)
    // Fewer rows than the limit lets through are all there are.
    const isLimited = limit > 0 && rowCount >= limit
    return [isLimited ? `${rows} (Limited to only ${countRows(limit)})` : rows, duration]
  }
  if (end.rowCount === null) return [end.command, duration]
  return [end.command, `${countRows(end.rowCount)} affected`, duration]
}

/** `6 cells marked (2 rows × 3 columns)`. */
export function areaWords({ top, bottom, left, right }: GridArea): string {
  const rows = bottom - top + 1
  const columns = right - left + 1
  return `${number.format(rows * columns)} cells marked (${countRows(rows)} × ${number.format(columns)} ${columns === 1 ? 'column' : 'columns'})`
}

/** Whether the query has more rows than were loaded, or may have. */
export const isCutOff = ({ end, rowCount }: StatementOutcome, limit = -1) =>
  end === undefined || end.truncated || (limit > 0 && rowCount >= limit)

/** What a filter leaves, and what it did not look at. */
export function filteredWords(shown: number, rowCount: number, isPartial: boolean): string {
  const part = shown === rowCount ? countRows(rowCount) : `${number.format(shown)} of ${countRows(rowCount)}`
  return isPartial ? `${part}. More rows were not loaded, and are not searched or sorted.` : part
}

/** What became of a statement that did not end: undefined while it may still. */
export function interruptionOf({
  state,
  durationMs = 0,
}: Pick<QueryRunSnapshot, 'state' | 'durationMs'>): string | undefined {
  if (!isOver({ state })) return undefined
  return state === 'cancelled' ? `Cancelled after ${queryDuration(durationMs)}` : 'Not finished'
}

/** The end of a run in one sentence, for those who do not see it; nothing while it runs. */
export function runAnnouncement({ state, outcomes, durationMs = 0, failure }: QueryRunSnapshot): string {
  if (state === 'failed') return `The query failed. ${failure?.message ?? ''}`
  if (state === 'cancelled') return `The query was cancelled after ${queryDuration(durationMs)}`
  const last = outcomes.at(-1)
  if (state !== 'done') return ''
  return last?.fields
    ? `The query returned ${countRows(last.rowCount)} in ${queryDuration(durationMs)}`
    : `The query succeeded in ${queryDuration(durationMs)}. No rows returned.`
}

/** The result to look at until somebody chooses: the last that has rows to show, otherwise the last. */
export function defaultResult(outcomes: readonly StatementOutcome[]): number {
  const withRows = outcomes.findLastIndex(({ fields }) => fields !== undefined)
  return withRows >= 0 ? withRows : outcomes.length - 1
}
