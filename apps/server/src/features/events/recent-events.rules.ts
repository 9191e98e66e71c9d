/** Who loads for longer than this before it listens asks again for what it has loaded. */
export const QUIET_MS_MAX = 60_000
/** Events that are looked through for a listener; where more happened, the oldest of them counts as heard. */
export const EVENTS_REMEMBERED = 50
