import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { Relation } from '@basalt/data-api/schema/schema.ts'
import {
  columnHint,
  type DatabaseError,
  databaseErrorResponse,
  type ErrorResponse,
} from '@basalt/data-api/wire/database-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppError } from '../../http/app-error.ts'
import { LONG_LISTS } from '../../http/connection-limits.ts'
import { toAppError } from '../../http/error-edge.ts'

/** What an error's message and status depend on, as far as the request got. */
export interface ErrorContext {
  role?: string
  relation?: Relation | undefined
  /** Whether the catalog is still being read, before which no request can be served. */
  isReadingSchema?: boolean
  /** The request header to echo. */
  traceHeader?: string | undefined
}

/** The name in the `Proxy-Status` header (RFC 9209). */
const PROXY = 'PostgREST'

/** Formats errors as in PostgREST: `{code, message, details, hint}` with the matching status. */
export function addDataApiErrors(app: FastifyInstance, contextOf: (request: FastifyRequest) => ErrorContext) {
  app.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = errorResponse(error, contextOf(request))
    // A failure because the caller disconnected is not our fault.
    const isFault = status >= 500 && !reply.raw.destroyed
    request.log[isFault ? 'error' : 'info']({ err: error, code: body.code }, body.message)
    if (reply.raw.headersSent) return reply.raw.destroy()
    return reply
      .code(status)
      .headers({
        ...headers,
        'cache-control': 'no-store',
        'proxy-status': `${PROXY}; error=${/^[\w-]+$/.test(body.code) ? body.code : 'unknown'}`,
      })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  })
}

function errorResponse(
  error: unknown,
  { role, relation, isReadingSchema = false }: ErrorContext,
): ErrorResponse {
  if (error instanceof DataApiError)
    return { status: error.status, headers: error.headers, body: error.toWire() }
  if (isDatabaseError(error)) {
    const { code, detail } = error
    const message = withRelationName(error.message, relation)
    const hint = columnHint(error, relation?.columns.keys() ?? [])
    return databaseErrorResponse(
      { code, message, detail, hint: hint && withRelationName(hint, relation) },
      { isAnonymous: role === 'anon' },
    )
  }
  return appErrorResponse(toAppError(error), isReadingSchema)
}

const isDatabaseError = (error: unknown): error is Error & DatabaseError =>
  error instanceof Error &&
  'severity' in error &&
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))

/** Replaces the statements' table aliases in an error with the real name. */
const withRelationName = (text: string, relation: Relation | undefined) =>
  text.replace(
    /"(?:t\d+|target|limited)"\.|\b(?:t\d+|target|limited)\.(?=["\w])/g,
    relation ? `${relation.name}.` : '',
  )

const NO_CONNECTION = 'Timed out acquiring connection from connection pool.'

/** The messages that clients expect for an expired or not yet valid token. */
const timeMessages: Readonly<Record<string, string>> = {
  'jwt expired': 'JWT expired',
  'jwt not active': 'JWT not yet valid',
}

function appErrorResponse(error: AppError, isReadingSchema: boolean): ErrorResponse {
  const reason = error.options.details?.reason
  const body = (code: string, hint: string | null = null) => ({
    code,
    message: error.message,
    details: null,
    hint,
  })
  if (error.code === 'unauthenticated') {
    const headers = { 'www-authenticate': 'Bearer' }
    if (reason === 'NoApiKey')
      return {
        status: 401,
        headers,
        body: body('PGRST302', 'Send a key of the project in the apikey header.'),
      }
    const time = timeMessages[error.message]
    const answer = time === undefined ? body('PGRST301') : { ...body('PGRST303'), message: time }
    return { status: 401, headers, body: answer }
  }
  if (error.code === 'instance_unavailable') {
    if (reason === 'Busy')
      return {
        status: 504,
        headers: error.headers,
        body: { ...body('PGRST003'), message: NO_CONNECTION, details: error.message },
      }
    return { status: 503, headers: error.headers, body: body(isReadingSchema ? 'PGRST002' : 'PGRST000') }
  }
  if (error.code === 'too_large') return { status: 413, headers: {}, body: body('PGRST102') }
  if (error.code === 'headers_too_large')
    return { status: 431, headers: {}, body: body('PGRST100', LONG_LISTS) }
  if (error.code === 'validation_failed') return { status: 400, headers: {}, body: body('PGRST102') }
  if (error.code === 'unsupported_media_type')
    return { status: 415, headers: {}, body: { ...body('PGRST102'), message: 'Content-Type not acceptable' } }
  // The token's role does not exist, or callers may not assume it.
  if (error.code === 'forbidden') return { status: 403, headers: {}, body: body('42501') }
  return { status: error.status, headers: {}, body: body(error.status === 404 ? 'PGRST125' : 'PGRST000') }
}
