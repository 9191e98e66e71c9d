import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { opensSocket } from './opens-socket.ts'
import { publicOrigin } from './public-origin.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

interface Options {
  publicUrl: string | undefined
  /** Without sign-in only the machine itself may call: a foreign Host is a rebound DNS name. */
  loopbackOnly: boolean
}

/**
 * Refuses writes and WebSockets that another site makes a browser send (CSRF). A browser sends an Origin with each.
 * Programs that send a bearer token have no Origin, and no cookie that could be abused.
 */
export function addOriginCheck(app: FastifyInstance, { publicUrl, loopbackOnly }: Options) {
  // A callback, not a promise: this runs for every request.
  app.addHook('onRequest', (request, _reply, done) => done(refusal(request, publicUrl, loopbackOnly)))
}

function refusal(request: FastifyRequest, publicUrl: string | undefined, loopbackOnly: boolean) {
  if (loopbackOnly && !LOOPBACK_HOST.test(request.headers.host ?? ''))
    return new AppError(
      'forbidden',
      'This edition has no sign-in and answers on this machine only. Use localhost.',
    )
  if (SAFE_METHODS.has(request.method) && !opensSocket(request.raw)) return undefined
  // A project's API reads no cookies and serves every site.
  if (request.routeOptions.config.raw !== undefined) return undefined
  const sender = senderOf(request)
  const isOwn = sender === publicOrigin(request, publicUrl)
  const mayHaveNone = request.headers.cookie === undefined
  return (sender === undefined ? mayHaveNone : isOwn)
    ? undefined
    : new AppError('forbidden', 'Another site sent this request. Open the dashboard at its own address.')
}

function senderOf({ headers }: FastifyRequest) {
  if (headers.origin !== undefined) return headers.origin
  if (headers.referer === undefined) return undefined
  return URL.canParse(headers.referer) ? new URL(headers.referer).origin : 'null'
}
