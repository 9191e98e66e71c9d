/** The share of the places that one role leaves to others, and of a role's share that one lane leaves to others. */
export const KEPT_FREE = 1 / 4
/** A call that holds its place for no longer than this is quick, in milliseconds. */
export const QUICK_MS = 100
/** Quick calls in a row after which a lane may borrow. */
export const QUICK_IN_A_ROW = 20
/** The places that remain when a lane has borrowed all others. */
export const NEVER_LENT = 1

/** How long a call waits for a place, in milliseconds. */
export const PLACE_WAIT_MS = 10_000
/** How often waiting calls are checked, and so how much longer one may wait, in milliseconds. */
export const WAIT_CHECKED_EVERY_MS = 250
/** Seconds after which a call that found no place may try again. */
export const PLACE_RETRY_SECONDS = 5
/** The most calls that wait for one database; any more would wait in vain. */
export const WAITING_MAX = 1000

/** How many of `places` one of several may hold at once; a single place is open to all. */
export const shareOf = (places: number) =>
  places <= 1 ? places : places - Math.max(1, Math.floor(places * KEPT_FREE))
