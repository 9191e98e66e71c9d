import type { ErrorCode } from '@basalt/contract/errors.ts'
import { type StorageReason, storageFailures } from '@basalt/contract/storage/storage-errors.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppError } from '../../http/app-error.ts'
import { toAppError } from '../../http/error-edge.ts'
import { header } from './request-parts.ts'
import { toStorageError } from './storage-error.ts'

/**
 * Responds with errors in the format of the Storage API: `{statusCode, error, message, code}`. Its clients read the
 * real status in the body. The response status is 400 for all client errors except a failed precondition and a range
 * outside the object.
 */
export function addStorageErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = logged(error, request)
    if (reply.raw.headersSent) return reply.raw.destroy()
    return reply
      .code(httpStatus(known))
      .headers({ ...known.headers, 'cache-control': 'no-store' })
      .type('application/json')
      .send(wireBody(known))
  })
}

/**
 * Errors of resumable uploads have their real status. Clients of the tus protocol display the body, so it contains only
 * the message, unless the request accepts JSON.
 */
export function addUploadErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = logged(error, request)
    if (reply.raw.headersSent) return reply.raw.destroy()
    const body = wireBody(known)
    reply.code(Number(body.statusCode)).headers({ ...known.headers, 'cache-control': 'no-store' })
    return header(request, 'accept')?.includes('application/json')
      ? reply.type('application/json').send(body)
      : reply.type('text/plain; charset=utf-8').send(tusMessage(body))
  })
}

/** Other tus servers use this text for uploads that are too large. */
const tusMessage = ({ code, message }: ReturnType<typeof wireBody>) =>
  code === 'EntityTooLarge' ? 'Maximum size exceeded\n' : message

/** Logs an error and returns it in the form for the response. */
function logged(error: unknown, request: FastifyRequest) {
  const known = toAppError(toStorageError(error))
  request.log[known.status >= 500 ? 'error' : 'info']({ err: error, code: known.code }, known.message)
  return known
}

export function wireBody(error: AppError) {
  const reason = String(error.options.details?.reason ?? '')
  if (reason === 'NoApiKey') return NO_API_KEY
  const failure = reason in storageFailures ? storageFailures[reason as StorageReason] : undefined
  // Clients expect status 403 for an invalid token.
  const status = reason === 'InvalidJWT' ? 403 : error.status
  return {
    statusCode: String(status),
    error: failure?.error ?? (reason || error.code),
    message: error.message,
    ...(reason && { code: reason }),
  }
}

/** Like the public service, reports a missing key as a missing header. Here, `apikey` is accepted as well. */
const NO_API_KEY = {
  statusCode: '400',
  error: 'Error',
  message: "headers must have required property 'authorization'",
  code: 'NoApiKey',
}

const REAL_STATUS_CODES: readonly ErrorCode[] = [
  'headers_too_large',
  'precondition_failed',
  'range_not_satisfiable',
]
const isStatusReal = ({ status, code }: AppError) => status >= 500 || REAL_STATUS_CODES.includes(code)

const httpStatus = (error: AppError) => (isStatusReal(error) ? error.status : 400)
