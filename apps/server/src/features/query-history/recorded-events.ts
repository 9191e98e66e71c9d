import { HISTORY_ERROR_MAX, HISTORY_SQL_MAX } from '@basalt/contract/query-history/query-history.rules.ts'
import { messageWithoutSecrets, withoutSecrets } from '@basalt/sql/without-secrets.ts'
import { AppError } from '../../http/app-error.ts'
import { QUERY_CANCELED } from '../../platform/project-databases/sql/sql-failed.ts'
import type { EndedRun, ObservedEvent, RunToRecord } from './query-history.port.ts'
import type { FinishedRun } from './query-history.store.ts'

/**
 * Passes a query's events through and records once how it ended. Not a generator, because `return()` must reach the
 * query at once.
 */
export function recordedEvents<Event extends ObservedEvent>(
  run: RunToRecord,
  events: AsyncIterableIterator<Event>,
  record: (run: FinishedRun) => void,
  onEnd: (run: EndedRun) => void = () => undefined,
): AsyncIterableIterator<Event> {
  const startedAt = new Date()
  const start = performance.now()
  let rowCount: number | null = null
  let completed = 0
  let changedRows: number | null = null
  let isRecorded = false
  const end = (outcome: FinishedRun['outcome'], error?: unknown, durationMs = performance.now() - start) => {
    if (isRecorded) return
    isRecorded = true
    const failure = failureOf(error, run.text)
    record({
      ...described(run),
      ...failure,
      started_at: startedAt,
      duration_ms: durationMs,
      row_count: rowCount,
      outcome,
    })
    onEnd({ ...run, startedAt, durationMs, outcome, error: failure.error, completed, changedRows })
  }
  const see = (event: ObservedEvent) => {
    if (event.type === 'statement') {
      rowCount = event.rowCount
      completed += 1
      if (rowCount !== null && CHANGES_ROWS.has(event.command)) changedRows = (changedRows ?? 0) + rowCount
    } else if (event.type === 'end') end('done', undefined, event.durationMs)
  }
  const wrapped: AsyncIterableIterator<Event> = {
    async next() {
      try {
        const result = await events.next()
        if (result.done) end('done')
        else see(result.value)
        return result
      } catch (error) {
        end(isCancellation(error) ? 'cancelled' : 'failed', error)
        throw error
      }
    },
    async return() {
      end('cancelled')
      return (await events.return?.()) ?? { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => wrapped,
  }
  return wrapped
}

const CHANGES_ROWS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'])

/** Other members read the history, so secrets in SQL are removed before it is stored. */
function described({ ref, startedBy, role, database, text }: RunToRecord) {
  const sql = withoutSecrets(text)
  return {
    project_ref: ref,
    started_by: startedBy,
    role,
    database,
    sql: cut(sql, HISTORY_SQL_MAX),
    is_cut: sql.length > HISTORY_SQL_MAX,
  }
}

const failureOf = (error: unknown, text: string) => ({
  error: error instanceof Error ? cut(messageWithoutSecrets(error.message, text), HISTORY_ERROR_MAX) : null,
  sqlstate: (error instanceof AppError && error.options.sql?.sqlstate) || null,
})

const isCancellation = (error: unknown) =>
  error instanceof AppError && error.options.sql?.sqlstate === QUERY_CANCELED

/** Truncated to well-formed text. */
const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()
