import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'

/** A run that is about to start. */
export interface RunToRecord {
  ref: string
  startedBy: string
  role: string
  database: string
  text: string
}

/** An event of a query, or rows that pass through as the database sent them. */
export type ObservedEvent = QueryEvent | { readonly type: 'packed-rows' }

/** Passes the events of a run through, and records once how it ended. */
export type RecordRun = <Event extends ObservedEvent>(
  run: RunToRecord,
  events: AsyncIterableIterator<Event>,
) => AsyncIterableIterator<Event>
