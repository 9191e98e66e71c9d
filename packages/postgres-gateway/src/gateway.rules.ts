/** PostgreSQL's `MAX_STARTUP_PACKET_LENGTH`: clients that have not authenticated must not fill memory. */
export const STARTUP_PACKET_MAX_BYTES = 10_000

/** PostgreSQL's `PG_MAX_SASL_MESSAGE_LENGTH`. */
export const SASL_MESSAGE_MAX_BYTES = 1024

/**
 * The longest message that is held whole because it has to be read before it is passed on. Rows and COPY data are
 * never held, and nothing is in session mode.
 */
export const HELD_MESSAGE_MAX_BYTES = 128 * 1024 * 1024

/** PostgreSQL's default `authentication_timeout`: how long a login may take. */
export const LOGIN_TIMEOUT_MS = 60_000

/** How long a client waits for a server connection before it gets an error. */
export const QUEUE_TIMEOUT_MS = 15_000

/** How long a new connection to PostgreSQL may take until its first ReadyForQuery. */
export const CONNECT_TIMEOUT_MS = 15_000

/** A server connection that was unused for this long is closed. */
export const SERVER_IDLE_MS = 10 * 60_000

/** A server connection this old is closed when it is next returned, which frees what it has cached. */
export const SERVER_LIFETIME_MS = 60 * 60_000

/** How often idle and old server connections are closed. */
export const SWEEP_EVERY_MS = 5_000

/** In transaction mode, a client that reads nothing for this long while it holds a server connection is disconnected. */
export const STALLED_CLIENT_MS = 5 * 60_000

/** How long a closing gateway waits for transactions. */
export const DRAIN_MS = 10_000

/** Connections that have not logged in yet, over all projects. */
export const LOGINS_MAX = 1_000

/** Statements that stay prepared on a server connection; the least recently used is replaced. */
export const PREPARED_PER_SERVER_MAX = 200

/** Clients of one login that may wait for a server connection; more are refused at once. */
export const WAITERS_MAX = 10_000

/** Delay of the first TCP keep-alive probe, which detects peers that vanished silently. */
export const KEEP_ALIVE_MS = 60_000

/** How long a statement of the pooler itself, such as ROLLBACK or DISCARD ALL, may take before its connection is closed. */
export const SERVER_TASK_MS = 30_000

/** How long a server may take to close a connection after Terminate. */
export const SERVER_CLOSE_MS = 5_000

/** How long a statement may still run after its client has disconnected. Directly, only the server limits it. */
export const ABANDONED_STATEMENT_MS = 60 * 60_000

/** How long resolving a server's endpoint may take, which can include waking it. */
export const ENDPOINT_TIMEOUT_MS = 60_000

/** How long a client that is being disconnected may take to read the error. */
export const CLIENT_CLOSE_MS = 5_000

/** In transaction mode, a client idle in a transaction for this long is disconnected when others wait for its connection. */
export const IDLE_TRANSACTION_MS = 10 * 60_000

/** Delays before a gateway process that ended unexpectedly is restarted, by the number of crashes. */
export const RESTART_DELAYS_MS = [0, 100, 500, 2_000, 5_000]

/** After running this long, a gateway process counts as stable and is restarted without delay. */
export const STABLE_AFTER_MS = 60_000
