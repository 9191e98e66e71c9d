/** How many ports after the wanted one are tried when that is taken. */
export const PORTS_TRIED = 100

/** For whom the certificate that is made is good; whoever serves other names brings their own. */
export const CERTIFICATE_NAMES = ['localhost', '127.0.0.1', '::1']

/** Of those that come to the direct port of a database that sleeps: as many as databases take. */
export const DIRECT_PLACES = { poolSize: 60, maxClients: 60 }
