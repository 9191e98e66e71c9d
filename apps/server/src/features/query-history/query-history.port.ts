import type { ChangeOrigin } from '@basalt/contract/ledger/ledger.rules.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import type { QueryOutcome } from '@basalt/contract/query-history/query-history.rules.ts'

/** A run that is about to start. */
export interface RunToRecord {
  ref: string
  startedBy: string
  role: string
  database: string
  text: string
  origin: ChangeOrigin
  /** Whether it may change anything. */
  canWrite: boolean
}

/** A run that has ended. */
export interface EndedRun extends RunToRecord {
  startedAt: Date
  durationMs: number
  outcome: QueryOutcome
  /** What PostgreSQL said, without secrets; null when it succeeded. */
  error: string | null
  /** How many of its statements completed. */
  completed: number
  /** Rows that these inserted, updated or deleted; null when none of them counts rows. */
  changedRows: number | null
}

/** An event of a query, or rows that pass through as the database sent them. */
export type ObservedEvent = QueryEvent | { readonly type: 'packed-rows' }

/** Passes the events of a run through, and records once how it ended. */
export type RecordRun = <Event extends ObservedEvent>(
  run: RunToRecord,
  events: AsyncIterableIterator<Event>,
) => AsyncIterableIterator<Event>
