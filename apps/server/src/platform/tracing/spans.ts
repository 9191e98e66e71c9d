import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of a span, by the names of OpenTelemetry's conventions. Never a value that a user has written. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** A part of a trace that has begun and is measured until its end. */
export interface OpenSpan {
  /** Begins a part of this one. */
  part(name: string, facts: SpanFacts): OpenSpan
  /** Of several ends, the first counts. */
  end(facts?: SpanFacts): void
  /** Ends it as failed. Only the kind of the error is kept: its message may have values. */
  fail(error: unknown): void
}

const current = new AsyncLocalStorage<OpenSpan>()

/** Runs work whose own spans are parts of this one. */
export const runInSpan = <T>(span: OpenSpan, work: () => T): T => current.run(span, work)

/** Begins a part of the trace that the caller belongs to; undefined when there is none. */
const partNow = (name: string, facts: () => SpanFacts): OpenSpan | undefined =>
  current.getStore()?.part(name, facts())

/** Who SQL in a project's database runs for. */
type DatabaseUse = 'an API' | 'the dashboard' | 'a member'

const beginDatabaseSpan = (ref: string, use: DatabaseUse) =>
  partNow(`database for ${use}`, () => ({ 'db.system.name': 'postgresql', 'basalt.project': ref }))

/** Measures work in a project's database as a part of the request that it is for. Outside of traces, it costs nothing. */
export function inDatabaseSpan<T>(ref: string, use: DatabaseUse, work: () => Promise<T>): Promise<T> {
  const span = beginDatabaseSpan(ref, use)
  return span ? measuredBy(span, work) : work()
}

/** Runs work in a span that ends with it. */
export const measuredBy = <T>(span: OpenSpan, work: () => Promise<T>): Promise<T> =>
  runInSpan(span, work).then(
    (result) => {
      span.end()
      return result
    },
    (error: unknown) => {
      span.fail(error)
      throw error
    },
  )

/**
 * Measures the run of a member's SQL, from the call until its last event. Not a generator, because `return()` must reach
 * the run at once.
 */
export function eventsInSpan<Event>(
  ref: string,
  events: AsyncIterableIterator<Event>,
): AsyncIterableIterator<Event> {
  const span = beginDatabaseSpan(ref, 'a member')
  if (!span) return events
  const measured: AsyncIterableIterator<Event> = {
    async next() {
      try {
        const result = await events.next()
        if (result.done) span.end()
        return result
      } catch (error) {
        span.fail(error)
        throw error
      }
    },
    async return() {
      span.end()
      return (await events.return?.()) ?? { done: true as const, value: undefined }
    },
    [Symbol.asyncIterator]: () => measured,
  }
  return measured
}
