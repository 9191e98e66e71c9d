/** How many ports after the configured one are tried when that is taken. */
export const PORTS_TRIED = 100

/** The names in the generated certificate. Bring your own certificate to serve others. */
export const CERTIFICATE_NAMES = ['localhost', '127.0.0.1', '::1']

/**
 * Connections of a database that its poolers leave to others, besides the 3 that PostgreSQL reserves for superusers: our
 * own, such as those of the editors, the Data API and the checks, and those of direct clients. That leaves the poolers 40
 * of 60, the largest pool size that can be chosen.
 */
export const INTERNAL_CONNECTIONS = 10
export const DIRECT_CONNECTIONS = 7

/** For clients at the direct port of a sleeping database: as many as databases accept. */
export const DIRECT_LIMITS = { poolSize: 60, maxClients: 60 }

/** How long a server connection that only reads is used before it is asked again which replica is recent enough. */
export const READ_CONNECTION_MS = 5_000
