import { AsyncLocalStorage } from 'node:async_hooks'
import type { AnyEndpoint, Input, Output } from '@basalt/contract/endpoint.ts'
import { ErrorBody } from '@basalt/contract/errors.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** Calls an endpoint of the contract as a user. Throws the AppError with which it is refused. */
export type CallEndpoint = <E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Output<E>>

interface CallOptions {
  /** For reads that the server adds to answer a request, which the audit log already has. */
  isUnrecorded?: boolean
  /** Receives the headers of a successful answer. */
  onHeaders?(headers: Readonly<Record<string, unknown>>): void
}

interface OwnCall {
  isUnrecorded: boolean
  signal: AbortSignal
}

const ownCalls = new AsyncLocalStorage<OwnCall>()

/** Whether the server made this call itself and keeps it out of the audit log. */
export const isUnrecorded = () => ownCalls.getStore()?.isUnrecorded === true

/** Whether the server made this call itself, on behalf of a user whose request it has checked. */
export const isOwnCall = () => ownCalls.getStore() !== undefined

/** A call from the server to itself has no connection that could close. Its signal ends it instead. */
export function addOwnCalls(app: FastifyInstance) {
  app.addHook('onRequest', (_request, { raw }, done) => {
    const signal = ownCalls.getStore()?.signal
    if (signal !== undefined) {
      const abort = () => raw.destroy()
      signal.addEventListener('abort', abort)
      raw.once('close', () => signal.removeEventListener('abort', abort))
    }
    done()
  })
}

/** Headers that identify the caller, and the address at which they see this server. */
const FORWARDED_HEADERS = [
  'authorization',
  'cookie',
  'origin',
  'referer',
  'host',
  'user-agent',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/**
 * Calls the server's own endpoints as the caller of `request`: gates, validation, metering and the audit log apply to
 * what a tool does for a user just as to the user's own calls. Ends when the signal aborts.
 */
export const onBehalfOf =
  (app: FastifyInstance, request: FastifyRequest, signal: AbortSignal): CallEndpoint =>
  async (endpoint, input, { isUnrecorded = false, onHeaders } = {}) => {
    if (signal.aborted) throw new AppError('instance_unavailable', 'The caller has disconnected')
    const { body, ...parts } = input as UrlParts & { body?: object }
    const inject = async () =>
      // Awaited here: `inject` starts when it is awaited, which must happen inside `ownCalls.run`.
      await app.inject({
        method: endpoint.method,
        url: requestUrl(endpoint, parts),
        headers: Object.fromEntries(
          FORWARDED_HEADERS.flatMap((name) =>
            request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
          ),
        ),
        remoteAddress: request.ip,
        ...(body !== undefined && { payload: body }),
      })
    const reply = await ownCalls.run({ isUnrecorded, signal }, inject).catch((cause: unknown) => {
      throw signal.aborted
        ? new AppError('instance_unavailable', 'The caller has disconnected', { cause })
        : cause
    })
    if (reply.statusCode >= 400) throw errorIn(reply.json())
    onHeaders?.(reply.headers)
    return reply.json()
  }

function errorIn(body: unknown) {
  const { code, message, details, sqlstate, formattedError, position, detail, hint } = ErrorBody.parse(body)
  return new AppError(code, message, {
    ...(details && { details }),
    ...(sqlstate !== undefined && {
      sql: {
        sqlstate,
        formattedError: formattedError ?? message,
        ...(position !== undefined && { position }),
        ...(detail !== undefined && { detail }),
        ...(hint !== undefined && { hint }),
      },
    }),
  })
}
