import type { FastifyRequest } from 'fastify'
import { publicOrigin } from './public-origin.ts'

export const EVERY_ADDRESS = ['0.0.0.0', '::', '']

/**
 * The host name of one of the server's ports. A port that listens on every address is reached by the host of the
 * caller's own request; a port that listens on one address, only there.
 */
export const reachableHost = (
  request: FastifyRequest,
  { publicUrl, listensOn }: { publicUrl: string | undefined; listensOn: string },
) =>
  EVERY_ADDRESS.includes(listensOn)
    ? withoutBrackets(new URL(publicOrigin(request, publicUrl)).hostname)
    : listensOn

/** The host to which a request's client connects for a database that the server reaches at `host`. */
export const directHostOf =
  ({ host: listensOn, publicUrl }: { host: string; publicUrl: string | undefined }) =>
  (request: FastifyRequest, host: string) =>
    // Databases listen on every address where the server does.
    EVERY_ADDRESS.includes(listensOn) ? reachableHost(request, { publicUrl, listensOn }) : host

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')
