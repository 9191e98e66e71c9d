/** PostgreSQL's own `MAX_STARTUP_PACKET_LENGTH`: nobody has shown a password yet, so nobody may fill memory. */
export const STARTUP_PACKET_MAX_BYTES = 10_000

/** PostgreSQL's own `PG_MAX_SASL_MESSAGE_LENGTH`. */
export const SASL_MESSAGE_MAX_BYTES = 1024

/**
 * The longest message that is held whole, because it has to be read before it may pass. Rows and COPY data are
 * never held, and in session mode nothing is.
 */
export const HELD_MESSAGE_MAX_BYTES = 128 * 1024 * 1024

/** PostgreSQL's default `authentication_timeout`: how long a connection may take to say who it is. */
export const LOGIN_TIMEOUT_MS = 60_000

/** How long a client waits for a server connection before it is told that there are too few. */
export const QUEUE_TIMEOUT_MS = 15_000

/** How long a new connection to PostgreSQL may take until its first ReadyForQuery. */
export const CONNECT_TIMEOUT_MS = 15_000

/** A server connection that nobody used for this long is closed. */
export const SERVER_IDLE_MS = 10 * 60_000

/** A server connection this old is closed when it is next given back, so that what it has cached is freed. */
export const SERVER_LIFETIME_MS = 60 * 60_000

/** How often idle and old server connections are looked for. */
export const SWEEP_EVERY_MS = 5_000

/** In transaction mode, a client that takes nothing for this long while a server connection waits is cut off. */
export const STALLED_CLIENT_MS = 5 * 60_000

/** How long transactions may still run when the gateway closes. */
export const DRAIN_MS = 10_000

/** Connections that have not logged in yet, of all projects together. */
export const LOGINS_MAX = 1_000

/** Statements that stay prepared on one server connection; the one unused for longest makes room. */
export const PREPARED_PER_SERVER_MAX = 200

/** Clients of one login that may wait for a server connection; more are refused at once. */
export const WAITERS_MAX = 10_000

/** First TCP keep-alive probe: how a peer that vanished without a word is noticed. */
export const KEEP_ALIVE_MS = 60_000

/** How long a statement of the pooler's own, such as ROLLBACK or DISCARD ALL, may take before its connection is closed. */
export const SERVER_TASK_MS = 30_000

/** How long a server may take to close a connection that has been ended politely. */
export const SERVER_CLOSE_MS = 5_000

/**
 * How long a statement may still run after its client has disconnected. On a direct connection only the server limits
 * it.
 */
export const ABANDONED_STATEMENT_MS = 60 * 60_000

/** How long finding a server's endpoint may take, which can include waking it. */
export const ENDPOINT_TIMEOUT_MS = 60_000

/** How long a client that is told to leave may take to read the last words. */
export const FAREWELL_MS = 5_000

/**
 * In transaction mode, a client that does nothing in an open transaction for this long is disconnected when others
 * wait for its server connection.
 */
export const IDLE_TRANSACTION_MS = 10 * 60_000

/** How long the gateway process stays down after it ended by itself: not at all at first, then longer each time. */
export const RESTART_DELAYS_MS = [0, 100, 500, 2_000, 5_000]

/** A gateway process that ran for this long before it ended is started again without delay. */
export const STABLE_AFTER_MS = 60_000
