import type pg from 'pg'
import { breakConnection } from './project-connection.ts'

/** Ends a connection with a signal. PostgreSQL rolls back a transaction whose connection ends. */
export function breakOnAbort(client: pg.Client, signal: AbortSignal): Disposable {
  const abort = () => breakConnection(client)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', abort) }
}
