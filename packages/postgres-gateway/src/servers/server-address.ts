import path from 'node:path'
import type { ServerEndpoint } from '../resolver.ts'

/** What a socket connects to; PostgreSQL names the file in its socket directory by the port. */
export const addressOf = ({ host, port }: ServerEndpoint) =>
  host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }
