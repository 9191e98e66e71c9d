import { AsyncLocalStorage } from 'node:async_hooks'
import type { AnyEndpoint, Input, Output } from '@basalt/contract/endpoint.ts'
import { ErrorBody } from '@basalt/contract/errors.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** Calls an endpoint of the contract as somebody. Throws the AppError that it is refused with. */
export type CallPlatform = <E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Output<E>>

interface CallOptions {
  /** For what the server looks up by itself to answer somebody: the audit log has what they asked for. */
  isUnrecorded?: boolean
  /** Receives the headers of a successful answer. */
  onHeaders?(headers: Readonly<Record<string, unknown>>): void
}

interface OwnCall {
  isUnrecorded: boolean
  signal: AbortSignal
}

const ownCalls = new AsyncLocalStorage<OwnCall>()

/** Whether the call that comes in was made by the server itself, and is not to be in the audit log. */
export const isUnrecorded = () => ownCalls.getStore()?.isUnrecorded === true

/** Whether the server itself made this call, on behalf of a user whose request it has checked. */
export const isOwnCall = () => ownCalls.getStore() !== undefined

/** A call of the server's own has no connection that could break: it breaks when its signal says so. */
export function addOwnCalls(app: FastifyInstance) {
  app.addHook('onRequest', (_request, { raw }, done) => {
    const signal = ownCalls.getStore()?.signal
    if (signal !== undefined) {
      const leave = () => raw.destroy()
      signal.addEventListener('abort', leave)
      raw.once('close', () => signal.removeEventListener('abort', leave))
    }
    done()
  })
}

/** What tells who somebody is, and where they see this server. */
const PASSED_ON = [
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
 * Calls the server's own endpoints as the caller of `request`: gates, validation, metering and the audit log hold for
 * what a tool does on somebody's behalf just as if they had called themselves. It ends when the signal does.
 */
export const onBehalfOf =
  (app: FastifyInstance, request: FastifyRequest, signal: AbortSignal): CallPlatform =>
  async (endpoint, input, { isUnrecorded = false, onHeaders } = {}) => {
    if (signal.aborted) throw new AppError('instance_unavailable', 'The caller went away')
    const { body, ...parts } = input as UrlParts & { body?: object }
    const inject = async () =>
      // Awaited here: injecting begins when somebody waits for it, and it must begin as a call of our own.
      await app.inject({
        method: endpoint.method,
        url: requestUrl(endpoint, parts),
        headers: Object.fromEntries(
          PASSED_ON.flatMap((name) =>
            request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
          ),
        ),
        remoteAddress: request.ip,
        ...(body !== undefined && { payload: body }),
      })
    const reply = await ownCalls.run({ isUnrecorded, signal }, inject).catch((cause: unknown) => {
      throw signal.aborted ? new AppError('instance_unavailable', 'The caller went away', { cause }) : cause
    })
    if (reply.statusCode >= 400) throw refusalOf(reply.json())
    onHeaders?.(reply.headers)
    return reply.json()
  }

function refusalOf(body: unknown) {
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
