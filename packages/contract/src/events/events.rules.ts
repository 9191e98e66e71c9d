/**
 * The event that a stream of events begins with, by its name: for how many milliseconds nothing happened that the
 * caller would have been told of. What a page loaded since then is as new as if it had listened meanwhile.
 */
export const QUIET_EVENT = 'quiet'
