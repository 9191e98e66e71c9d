import { type StorageReason, storageFailures } from '@basalt/contract/storage/storage-errors.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { AppError } from '../../http/app-error.ts'
import { toAppError } from '../../http/error-edge.ts'
import { toStorageError } from './storage-error.ts'

/**
 * Errors as clients of the storage service know them: `{statusCode, error, message, code}`. They read the real status
 * in the body; the response says 400 for everything that is the caller's to change, 401 without any key. Protocols of
 * others, such as tus, want the real one.
 */
export function addStorageErrors(app: FastifyInstance, { isHttpStatusReal = false } = {}) {
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(toStorageError(error))
    request.log[known.status >= 500 ? 'error' : 'info']({ err: error, code: known.code }, known.message)
    if (reply.raw.headersSent) return reply.raw.destroy()
    return reply
      .code(isHttpStatusReal ? Number(wireBody(known).statusCode) : httpStatus(known))
      .headers({ ...known.headers, 'cache-control': 'no-store' })
      .type('application/json')
      .send(wireBody(known))
  })
}

export function wireBody(error: AppError) {
  const reason = String(error.options.details?.reason ?? '')
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

function httpStatus(error: AppError) {
  if (error.status >= 500 || error.code === 'headers_too_large') return error.status
  return error.options.details?.reason === 'NoApiKey' ? 401 : 400
}
