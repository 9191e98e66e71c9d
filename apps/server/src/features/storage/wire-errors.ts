import type { ErrorCode } from '@basalt/contract/errors.ts'
import { type StorageReason, storageFailures } from '@basalt/contract/storage/storage-errors.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppError } from '../../http/app-error.ts'
import { toAppError } from '../../http/error-edge.ts'
import { header } from './request-parts.ts'
import { toStorageError } from './storage-error.ts'

/**
 * Errors as clients of the storage service know them: `{statusCode, error, message, code}`. They read the real status
 * in the body; the response says 400 for everything that is the caller's to change, except a failed precondition and a
 * range outside the object.
 */
export function addStorageErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = noted(error, request)
    if (reply.raw.headersSent) return reply.raw.destroy()
    return reply
      .code(httpStatus(known))
      .headers({ ...known.headers, 'cache-control': 'no-store' })
      .type('application/json')
      .send(wireBody(known))
  })
}

/**
 * Errors of resumable uploads have their real status. Clients of the tus protocol show the body as it is: it is the
 * message alone, unless the request accepts JSON.
 */
export function addUploadErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = noted(error, request)
    if (reply.raw.headersSent) return reply.raw.destroy()
    const body = wireBody(known)
    reply.code(Number(body.statusCode)).headers({ ...known.headers, 'cache-control': 'no-store' })
    return header(request, 'accept')?.includes('application/json')
      ? reply.type('application/json').send(body)
      : reply.type('text/plain; charset=utf-8').send(tusMessage(body))
  })
}

/** Servers of the tus protocol have a text of their own for what is too large. */
const tusMessage = ({ code, message }: ReturnType<typeof wireBody>) =>
  code === 'EntityTooLarge' ? 'Maximum size exceeded\n' : message

/** The error as it is answered, after a note of it in the log. */
function noted(error: unknown, request: FastifyRequest) {
  const known = toAppError(toStorageError(error))
  request.log[known.status >= 500 ? 'error' : 'info']({ err: error, code: known.code }, known.message)
  return known
}

export function wireBody(error: AppError) {
  const reason = String(error.options.details?.reason ?? '')
  if (reason === 'NoApiKey') return WITHOUT_KEY
  const failure = reason in storageFailures ? storageFailures[reason as StorageReason] : undefined
  // Its clients expect a token that is not accepted to be forbidden.
  const status = reason === 'InvalidJWT' ? 403 : error.status
  return {
    statusCode: String(status),
    error: failure?.error ?? (reason || error.code),
    message: error.message,
    ...(reason && { code: reason }),
  }
}

/** The public service takes a request without a key for one that lacks a header. An `apikey` does here as well. */
const WITHOUT_KEY = {
  statusCode: '400',
  error: 'Error',
  message: "headers must have required property 'authorization'",
  code: 'NoApiKey',
}

const REAL: readonly ErrorCode[] = ['headers_too_large', 'precondition_failed', 'range_not_satisfiable']
const isStatusReal = ({ status, code }: AppError) => status >= 500 || REAL.includes(code)

const httpStatus = (error: AppError) => (isStatusReal(error) ? error.status : 400)
