/** How many ports after the wanted one are tried when that is taken. */
export const PORTS_TRIED = 100

/** The names in the generated certificate. Bring your own certificate to serve others. */
export const CERTIFICATE_NAMES = ['localhost', '127.0.0.1', '::1']

/**
 * Connections of a database that its poolers leave to others, on top of the 3 that PostgreSQL reserves for superusers:
 * the platform's own, such as the editors, the Data API and the checks, and those of direct clients. That leaves the
 * poolers 40 of 60, the largest pool size that can be chosen.
 */
export const PLATFORM_CONNECTIONS = 10
export const DIRECT_CONNECTIONS = 7

/** Of those that come to the direct port of a database that sleeps: as many as databases take. */
export const DIRECT_PLACES = { poolSize: 60, maxClients: 60 }
