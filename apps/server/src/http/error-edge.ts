import type { ValidationIssue } from '@basalt/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { metadataError } from '../platform/metadata/metadata-errors.ts'
import { AppError } from './app-error.ts'
import { noteForAudit } from './audit-notes.ts'

/** The single place where thrown errors become HTTP responses. */
export function addErrorEdge(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    noteForAudit(request, { code: toAppError(error).code })
    return answerError(error, request, reply)
  })
}

/** Also answers requests that are refused before they have a route, such as an invalid URL. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = toAppError(error)
  const { sql } = appError.options
  // PostgreSQL's messages repeat parts of the caller's SQL, which may contain a password.
  if (sql) request.log.info({ code: appError.code, sqlstate: sql.sqlstate }, 'The SQL of a caller failed')
  else
    request.log[appError.status >= 500 ? 'error' : 'info'](
      { err: error, code: appError.code },
      appError.message,
    )
  return reply.code(appError.status).headers(appError.headers).send(appError.toBody(request.id))
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(
      (one): ValidationIssue => ({
        path: one.instancePath.replace(/^\//, '').replaceAll('/', '.'),
        message: one.message ?? 'Not valid',
      }),
    )
    return new AppError('validation_failed', toMessage(issues), { details: { issues } })
  }
  return frameworkError(error as FastifyError) ?? metadataError(error) ?? internal(error)
}

const toMessage = (issues: ValidationIssue[]) =>
  issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('. ')

const internal = (cause: unknown) =>
  new AppError('internal', 'Something went wrong on the server. Its log names this request id.', { cause })

/** What Fastify itself refuses before a handler runs. */
function frameworkError(error: FastifyError) {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large', 'The request body is too large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'Send the body as application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('validation_failed', 'The body does not have the length that its header states')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('validation_failed', 'The request needs a JSON body')
    case 'FST_ERR_BAD_URL':
      return new AppError(
        'validation_failed',
        'The address is not a valid URL: a % must be followed by the two digits of a byte of UTF-8',
      )
    // No name is that long or has such characters.
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_STATIC_FORBIDDEN_PATH':
      return new AppError('not_found', 'There is nothing at this address')
  }
  return undefined
}
