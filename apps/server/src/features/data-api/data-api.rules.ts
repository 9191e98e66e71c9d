/** The largest body, in bytes, that a request may have. It is held in memory while it is written. */
export const BODY_MAX = 20 * 1024 * 1024
/** Where PostgREST listens for `notify pgrst, 'reload schema'`; the event trigger of a project tells of DDL there. */
export const SCHEMA_CHANNEL = 'pgrst'
/** A schema cache that is unused for this long is dropped, along with its listening connection. */
export const CACHE_IDLE_MS = 10 * 60_000
/** How many of those that were let go are remembered, so that databases that wake answer at once. */
export const RESTING_CACHES_MAX = 100
