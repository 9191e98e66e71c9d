import path from 'node:path'

/** Where a PostgreSQL server listens. */
export interface ServerEndpoint {
  /** A host name, an address, or the directory of a Unix socket. */
  host: string
  port: number
}

/** What a socket connects to; PostgreSQL names the file in its socket directory by the port. */
export const addressOf = ({ host, port }: ServerEndpoint) =>
  host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }
