import path from 'node:path'

/** Where a PostgreSQL server listens. */
export interface ServerEndpoint {
  /** A host name, an address, or the directory of a Unix socket. */
  host: string
  port: number
}

/** The target for `net.connect`; PostgreSQL names its socket file by the port. */
export const addressOf = ({ host, port }: ServerEndpoint) =>
  host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }
