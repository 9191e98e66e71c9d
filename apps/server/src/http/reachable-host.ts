import type { FastifyRequest } from 'fastify'
import { publicOrigin } from './public-origin.ts'

export const EVERY_ADDRESS = ['0.0.0.0', '::', '']

/**
 * The host under which a port of ours is reached. What listens on every address is reached by the name that the
 * caller's own request used; what listens on one address is reached there and nowhere else.
 */
export const reachableHost = (
  request: FastifyRequest,
  { publicUrl, listensOn }: { publicUrl: string | undefined; listensOn: string },
) =>
  EVERY_ADDRESS.includes(listensOn)
    ? withoutBrackets(new URL(publicOrigin(request, publicUrl)).hostname)
    : listensOn

/** The host that a request's client connects to for a database that the server reaches at `host`. */
export const directHostOf =
  ({ host: listensOn, publicUrl }: { host: string; publicUrl: string | undefined }) =>
  (request: FastifyRequest, host: string) =>
    // Where the server listens on every address, so do the databases.
    EVERY_ADDRESS.includes(listensOn) ? reachableHost(request, { publicUrl, listensOn }) : host

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')
