import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteErrorCode } from '../../http/api-calls.ts'
import { toAppError } from '../../http/error-edge.ts'
import { QUERY_CANCELED } from '../../platform/project-databases/sql/sql-failed.ts'
import { AuthError, type AuthErrorCode } from './auth-error.ts'

const VERSION_HEADER = 'x-supabase-api-version'
/** The version whose errors are `{code, message}`; older clients read `{code: <status>, error_code, msg}`. */
const NEW_ERRORS = '2024-01-01'

/** Formats errors as the clients of this API expect them, by the version that they ask for. */
export function addAuthErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const wire = toAuthError(error)
    const { status } = wire
    noteErrorCode(request, wire.code)
    request.log[status >= 500 ? 'error' : 'info']({ err: error, code: wire.code }, wire.message)
    if (reply.raw.headersSent) return reply.raw.destroy()
    return answerAuthError(wire, request, reply)
  })
}

function answerAuthError(error: AuthError, request: FastifyRequest, reply: FastifyReply) {
  const { code, message, status, options } = error
  const weak = options.reasons && { weak_password: { reasons: options.reasons, message } }
  if (options.retryAfter !== undefined) reply.header('retry-after', String(options.retryAfter))
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (wantsNewErrors(request))
    return reply.header(VERSION_HEADER, NEW_ERRORS).send(JSON.stringify({ code, message, ...weak }))
  const old = { code: status, error_code: code, msg: message, ...weak }
  return reply.send(JSON.stringify(isForToken(request) ? { ...old, ...oauthError(error) } : old))
}

const isForToken = ({ url }: FastifyRequest) => /\/token(\?|$)/.test(url)

/** What clients of OAuth read of a refused grant (RFC 6749, 5.2), as clients did before `error_code`. */
const oauthError = ({ code, message, status }: AuthError) => ({
  error:
    status >= 500
      ? 'server_error'
      : code === 'validation_failed' || code === 'bad_json'
        ? 'invalid_request'
        : 'invalid_grant',
  error_description: message,
})

function wantsNewErrors({ headers }: FastifyRequest) {
  const version = headers[VERSION_HEADER]
  // Dates in this form sort as text.
  return typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= NEW_ERRORS
}

/** Any error as one of this API. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (isDatabaseError(error)) return databaseError(error)
  const { code, message, status, options } = toAppError(error)
  const reason = options.details?.reason
  const as = (wire: AuthErrorCode, text = message) => new AuthError(wire, text, { status, cause: error })
  switch (code) {
    case 'unauthenticated':
      return reason === 'InvalidJWT'
        ? new AuthError('bad_jwt', `invalid JWT: ${message}`, { cause: error })
        : as('no_authorization')
    case 'forbidden':
      return as('bad_jwt')
    case 'validation_failed':
      return as('bad_json')
    case 'unsupported_media_type':
    case 'too_large':
    case 'headers_too_large':
    case 'not_found':
    case 'method_not_allowed':
      return as('validation_failed')
    case 'request_timeout':
      return as('request_timeout')
    default:
      return as('unexpected_failure')
  }
}

interface DatabaseError extends Error {
  code: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  'severity' in error &&
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))

/** What the database refuses beyond our own checks comes from triggers and constraints of the project's owner. */
function databaseError(error: DatabaseError) {
  if (error.code === QUERY_CANCELED)
    return new AuthError('request_timeout', 'The database did not answer in time', { cause: error })
  return new AuthError(
    'unexpected_failure',
    'Database error: a trigger or constraint on the auth tables refused the change. The log of the database says which.',
    { cause: error },
  )
}
