/**
 * The name of the first event of a stream. Its value is how many milliseconds ago the last event for this caller was:
 * data that a page loaded since then is as fresh as if it had been subscribed.
 */
export const QUIET_EVENT = 'quiet'
