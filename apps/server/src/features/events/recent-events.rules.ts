/** A page that takes longer than this to load and listen requests again what it has loaded. */
export const QUIET_MAX_MS = 60_000
/** Events that are checked for a listener. When there were more, the older ones count as relevant. */
export const RECENT_EVENTS_MAX = 50
