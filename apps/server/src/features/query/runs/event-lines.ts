import { HEARTBEAT_SECONDS } from '@basalt/contract/query/query.rules.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { AppError } from '../../../http/app-error.ts'

/** Events to read, with `return` to stop early. */
export type EventSource = AsyncIterator<QueryEvent, unknown, undefined>

/**
 * A query's events as lines of JSON, at the client's pace. The status has been sent by then, so an error is the last
 * event. `onError` gets every error, expected or not.
 */
export async function* eventLines(
  { id, events }: { id: string; events: EventSource },
  onError: (error: unknown) => void,
): AsyncGenerator<string> {
  yield line({ type: 'started', id })
  try {
    for await (const event of withHeartbeat(events, HEARTBEAT_SECONDS * 1000)) yield line(event)
  } catch (error) {
    onError(error)
    yield line(errorEvent(error))
  }
}

const line = (event: QueryEvent) => `${JSON.stringify(event)}\n`

function errorEvent(error: unknown): QueryEvent {
  if (!(error instanceof AppError))
    return { type: 'error', code: 'internal', message: 'Something went wrong on the server' }
  const { code, message, options } = error
  return { type: 'error', code, message, ...(options.sql && { sql: options.sql }) }
}

/** Yields a heartbeat after every `everyMs` without an event. */
export async function* withHeartbeat(events: EventSource, everyMs: number): AsyncGenerator<QueryEvent> {
  try {
    for (;;) {
      const next = events.next()
      let event = await raceWithTimer(next, everyMs)
      while (event === undefined) {
        yield { type: 'heartbeat' }
        event = await raceWithTimer(next, everyMs)
      }
      if (event.done) return
      yield event.value
    }
  } finally {
    await events.return?.()
  }
}

async function raceWithTimer<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}
