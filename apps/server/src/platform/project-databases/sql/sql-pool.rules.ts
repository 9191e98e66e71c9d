const MEBIBYTE = 1024 * 1024

/** Connections that the queries of one project may hold at a time. The eleventh query waits. */
export const POOL_CONNECTIONS = 10
export const POOL_IDLE_MS = 60_000
/** How long a query waits for a connection before it is told that all are busy. */
export const POOL_WAIT_MS = 10_000

/** The name of a type is given up after this, not the query that brings it. */
export const LOOKUP_TIMEOUT_MS = 5_000

/** How much is read from a database at a time. */
export const SOCKET_READ_BYTES = MEBIBYTE / 16

/**
 * The largest message, which is one row, that is taken from a database. The driver builds it in memory whole, and
 * JavaScript has no string above half a gigabyte: without a limit, one value could end the server.
 */
export const MESSAGE_BYTES_MAX = 32 * MEBIBYTE
