/** How long a database may take to say who it wants to be, in milliseconds. */
export const RELAY_GREETING_MS = 5_000

/** How long dialling another server and logging in there may take, all of its addresses together, in milliseconds. */
export const RELAY_LOGIN_MS = 10_000

/** How long one address may take to accept a connection, in milliseconds; a host may have several. */
export const RELAY_CONNECT_MS = 4_000

/** How long a request to cancel may take to be passed on, in milliseconds. */
export const RELAY_CANCEL_MS = 3_000

/**
 * After how long another try cancels a query that the database left and whose server did not take the request, in
 * milliseconds. A server that was frozen or out of reach would otherwise finish it for nobody.
 */
export const RELAY_CANCEL_AGAIN_MS = [5_000, 30_000, 120_000] as const

/** How long an end may take to be passed on before the other connection is broken, in milliseconds. */
export const RELAY_CLOSE_MS = 2_000

/**
 * After how long without a byte the system asks whether another server is still there, in milliseconds. Node asks ten
 * times, a second apart, before it breaks the connection.
 */
export const RELAY_KEEP_ALIVE_MS = 30_000

/** Connections of one database to other servers at a time, those that are still logging in included. */
export const RELAY_CONNECTIONS_MAX = 100

/** Bytes of the first packet, as in PostgreSQL. */
export const STARTUP_BYTES_MAX = 10_000

/** Bytes of one message while logging in: what another server sends is not held beyond that. */
export const LOGIN_MESSAGE_BYTES_MAX = 64 * 1024

/** The port of libpq when a foreign server names none. */
export const RELAY_SOCKET = '.s.PGSQL.5432'
