import type { DatabaseCaller } from './database-caller.ts'
import type { TextRow, TripStatement } from './round-trip.ts'

/** The most calls that are sent over one connection together. */
export const SHARED_MAX = 8
/** A trip is quick if it keeps its connection for no longer than this, in milliseconds. */
export const QUICK_TRIP_MS = 20
/** Quick trips in a row after which calls share connections. */
export const QUICK_TRIPS_IN_A_ROW = 20

/** The most trips that run at once because calls wait for a trip. */
export const TRIPS_AT_ONCE = 2
/** So many calls that wait at the end of a turn of the event loop begin a trip beside another. */
export const CALLS_FOR_ANOTHER_TRIP = 3

/** The longest that a call waits for a trip that runs, in milliseconds. */
export const GATHERING_MS = 5

/** A statement with its own transaction, and where its outcome goes. */
export interface SharedCall {
  readonly caller: DatabaseCaller
  readonly statement: TripStatement
  /** By default each call is a transaction of its own. */
  readonly joint?: JointStatement | undefined
  resolve(rows: TextRow[]): void
  reject(error: unknown): void
}

/** How calls of the same kind, which have the same object here, run as one statement. */
export interface JointStatement {
  /**
   * The statement for the values of several calls. The first column of its rows is the number of the call whose row the
   * others are, from 1. When it fails, each call runs by itself.
   */
  of(values: readonly TripStatement['values'][]): TripStatement
}

export type SharedTrips = ReturnType<typeof sharedTrips>

/** How calls were sent. */
export interface Trip {
  /** For how long they had their connection, in milliseconds; undefined when they got none, or failed together. */
  ms: number | undefined
  /** Tells the calls their outcomes, if they do not know them yet. */
  deliver?(): void
}

/**
 * Sends short calls that arrive at about the same time together, so that a database process is woken once and works
 * through them while its memory is in the processor's caches. Calls behind a slow one wait for it, so they share only
 * while all trips are quick. Those that arrive while a trip runs wait until it ends, or for `GATHERING_MS`, unless they are
 * enough for another: with a single trip, the server's thread and the database would wait for each other. `send` runs calls
 * of one caller and one kind over one connection.
 */
export function sharedTrips(send: (calls: readonly SharedCall[]) => Promise<Trip>) {
  let waiting: SharedCall[] = []
  let running = 0
  let quickInARow = 0
  let isTurnWatched = false
  let lateStart: NodeJS.Timeout | undefined

  const start = (calls: readonly SharedCall[]) => {
    running += 1
    void send(calls).then(({ ms, deliver }) => {
      running -= 1
      quickInARow = ms !== undefined && ms <= QUICK_TRIP_MS ? quickInARow + 1 : 0
      // Before answers are made of the outcomes, so that the database works meanwhile.
      startWaiting()
      deliver?.()
    })
  }
  const startWaiting = () => {
    if (waiting.length === 0) return
    clearTimeout(lateStart)
    lateStart = undefined
    const calls = waiting
    waiting = []
    for (const ofCaller of Map.groupBy(calls, ({ caller }) => caller).values())
      for (const group of Map.groupBy(ofCaller, ({ joint }) => joint).values())
        for (let at = 0; at < group.length; at += SHARED_MAX) start(group.slice(at, at + SHARED_MAX))
  }

  const maySend = () => running === 0 || (running < TRIPS_AT_ONCE && waiting.length >= CALLS_FOR_ANOTHER_TRIP)

  const endTurn = () => {
    isTurnWatched = false
    if (maySend()) startWaiting()
    else if (waiting.length > 0) lateStart ??= setTimeout(startWaiting, GATHERING_MS)
  }

  return {
    add(call: SharedCall) {
      if (quickInARow < QUICK_TRIPS_IN_A_ROW) return start([call])
      waiting.push(call)
      if (isTurnWatched) return
      isTurnWatched = true
      setImmediate(endTurn)
    },
  }
}
