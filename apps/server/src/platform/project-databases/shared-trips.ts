import type { DatabaseCaller } from './database-caller.ts'
import type { TextRow, TripStatement } from './round-trip.ts'

/** The most calls that are sent over one connection together. */
export const SHARED_MAX = 8
/** A trip is quick if it keeps its connection for no longer than this, in milliseconds. */
export const QUICK_TRIP_MS = 20
/** Quick trips in a row after which calls share connections. */
export const QUICK_TRIPS_IN_A_ROW = 20

/** A statement with its own transaction, and where its outcome goes. */
export interface SharedCall {
  readonly caller: DatabaseCaller
  readonly statement: TripStatement
  resolve(rows: TextRow[]): void
  reject(error: unknown): void
}

export type SharedTrips = ReturnType<typeof sharedTrips>

/**
 * Sends short calls that arrive in the same turn of the event loop together, so that a database process is woken once and
 * works through them while its memory is in the processor's caches. Calls behind a slow one wait for it, so they share only
 * while all trips are quick, and one that arrives while nothing runs is sent at once. `send` runs calls of one caller
 * over one connection, and resolves to how long they took in milliseconds; undefined when they got no connection.
 */
export function sharedTrips(send: (calls: readonly SharedCall[]) => Promise<number | undefined>) {
  let waiting: SharedCall[] = []
  let running = 0
  let quickInARow = 0

  const start = (calls: readonly SharedCall[]) => {
    running += 1
    void send(calls).then((ms) => {
      running -= 1
      quickInARow = ms !== undefined && ms <= QUICK_TRIP_MS ? quickInARow + 1 : 0
    })
  }
  const startWaiting = () => {
    const calls = waiting
    waiting = []
    for (const group of Map.groupBy(calls, ({ caller }) => caller).values())
      for (let at = 0; at < group.length; at += SHARED_MAX) start(group.slice(at, at + SHARED_MAX))
  }

  return {
    add(call: SharedCall) {
      if (running === 0 || quickInARow < QUICK_TRIPS_IN_A_ROW) start([call])
      else if (waiting.push(call) === 1) setImmediate(startWaiting)
    },
  }
}
