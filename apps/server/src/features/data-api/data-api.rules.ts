/** The largest request body in bytes. It is held in memory while it is written. */
export const BODY_MAX = 20 * 1024 * 1024
/** The channel of `notify pgrst, 'reload schema'`, as in PostgREST; each project's event trigger reports DDL there. */
export const SCHEMA_CHANNEL = 'pgrst'
/** After this long without use, a schema cache gives up its listening connection. */
export const CACHE_IDLE_MS = 10 * 60_000
/** The most schema caches retained without a connection, so that woken databases can serve requests at once. */
export const RETAINED_CACHES_MAX = 100
