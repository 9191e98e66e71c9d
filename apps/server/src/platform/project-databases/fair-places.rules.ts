/** Of the places that there are, this part is never all in the hands of one role, nor of one role's calls for one thing. */
export const KEPT_FREE = 1 / 4
/** How long a call waits for a place, in milliseconds. */
export const PLACE_WAIT_MS = 10_000
/** Seconds after which a call that found no place may try again. */
export const PLACE_RETRY_SECONDS = 5
/** Calls that wait for one database at most: any more would wait for nothing. */
export const WAITING_MAX = 1000

/** How many places of so many one of several may hold at once; the only place there is may be anybody's. */
export const shareOf = (places: number) =>
  places <= 1 ? places : places - Math.max(1, Math.floor(places * KEPT_FREE))
