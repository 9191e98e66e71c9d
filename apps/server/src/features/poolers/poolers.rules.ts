/** What the poolers go by, and what they tell of it. */
export const POOLER_TIMES = {
  /** Seconds that a client waits for a server connection before it is told that there are too few. */
  query_wait_timeout: 15,
  /** Seconds after which a server connection that nobody uses is closed. */
  server_idle_timeout: 600,
  /** Seconds after which a server connection is closed when it is next given back. */
  server_lifetime: 3600,
} as const

/** How many ports after the wanted one are tried when that is taken. */
export const PORTS_TRIED = 100

/** For whom the certificate that is made is good; whoever serves other names brings their own. */
export const CERTIFICATE_NAMES = ['localhost', '127.0.0.1', '::1']

/** Of those that come to the direct port of a database that sleeps: as many as databases take. */
export const DIRECT_PLACES = { poolSize: 60, maxClients: 60 }
