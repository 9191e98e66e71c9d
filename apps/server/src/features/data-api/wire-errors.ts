import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { Relation } from '@basalt/data-api/schema/schema.ts'
import {
  type Answer,
  columnHint,
  type DatabaseError,
  databaseErrorResponse,
} from '@basalt/data-api/wire/database-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppError } from '../../http/app-error.ts'
import { LONG_LISTS } from '../../http/connection-limits.ts'
import { toAppError } from '../../http/error-edge.ts'

/** What an error's words and status depend on, as far as the request came. */
export interface Known {
  role?: string
  relation?: Relation | undefined
  /** The catalog is still being read; no request can be answered before. */
  isReadingSchema?: boolean
  /** The request header that is echoed. */
  traceHeader?: string | undefined
}

/** The name by which the answer says who failed (RFC 9209). */
const PROXY = 'PostgREST'

/** Errors as clients of PostgREST know them: `{code, message, details, hint}`, with the real status. */
export function addDataApiErrors(app: FastifyInstance, knownOf: (request: FastifyRequest) => Known) {
  app.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = answerTo(error, knownOf(request))
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

function answerTo(error: unknown, { role, relation, isReadingSchema = false }: Known): Answer {
  if (error instanceof DataApiError)
    return { status: error.status, headers: error.headers, body: error.toWire() }
  if (isDatabaseError(error)) {
    const { code, detail } = error
    const message = inTheirWords(error.message, relation)
    const hint = columnHint(error, relation?.columns.keys() ?? [])
    return databaseErrorResponse(
      { code, message, detail, hint: hint && inTheirWords(hint, relation) },
      { isAnonymous: role === 'anon' },
    )
  }
  return appAnswer(toAppError(error), isReadingSchema)
}

const isDatabaseError = (error: unknown): error is Error & DatabaseError =>
  error instanceof Error &&
  'severity' in error &&
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))

/** Statements use aliases of ours for tables; the error shows their real names. */
const inTheirWords = (text: string, relation: Relation | undefined) =>
  text.replace(
    /"(?:t\d+|target|limited)"\.|\b(?:t\d+|target|limited)\.(?=["\w])/g,
    relation ? `${relation.name}.` : '',
  )

const NO_CONNECTION = 'Timed out acquiring connection from connection pool.'

/** The messages that clients know for a token whose times are wrong. */
const timeWords: Readonly<Record<string, string>> = {
  'jwt expired': 'JWT expired',
  'jwt not active': 'JWT not yet valid',
}

function appAnswer(error: AppError, isReadingSchema: boolean): Answer {
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
    const time = timeWords[error.message]
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
  // The token names a role that there is not, or that is not meant for callers.
  if (error.code === 'forbidden') return { status: 403, headers: {}, body: body('42501') }
  return { status: error.status, headers: {}, body: body(error.status === 404 ? 'PGRST125' : 'PGRST000') }
}
