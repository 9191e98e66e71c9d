const MEBIBYTE = 1024 * 1024

/** Connections that the queries of one project may hold at once. The eleventh query waits. */
export const POOL_CONNECTIONS = 10
export const POOL_IDLE_MS = 60_000
/** How long a query waits for a connection before it is refused. */
export const POOL_WAIT_MS = 10_000

/** After this time, the lookup of a type's name is given up; the query that needs it succeeds. */
export const LOOKUP_TIMEOUT_MS = 5_000

/** Bytes read from a database at a time. */
export const SOCKET_READ_BYTES = MEBIBYTE / 16

/**
 * The largest message, which is one row, accepted from a database. The driver builds it in memory, and JavaScript has no
 * string above half a gigabyte: without a limit, one value could end the server.
 */
export const MESSAGE_BYTES_MAX = 32 * MEBIBYTE
