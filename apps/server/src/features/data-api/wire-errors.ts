import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { Relation } from '@basalt/data-api/schema/schema.ts'
import {
  type Answer,
  columnHint,
  type DatabaseError,
  databaseAnswer,
} from '@basalt/data-api/wire/database-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppError } from '../../http/app-error.ts'
import { toAppError } from '../../http/error-edge.ts'

/** What an error's words and status depend on, as far as the request came. */
export interface Known {
  role?: string
  relation?: Relation | undefined
}

/** Errors as clients of PostgREST know them: `{code, message, details, hint}`, with the real status. */
export function addDataApiErrors(app: FastifyInstance, knownOf: (request: FastifyRequest) => Known) {
  app.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = answerTo(error, knownOf(request))
    request.log[status >= 500 ? 'error' : 'info']({ err: error, code: body.code }, body.message)
    if (reply.raw.headersSent) return reply.raw.destroy()
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  })
}

function answerTo(error: unknown, { role, relation }: Known): Answer {
  if (error instanceof DataApiError) return { status: error.status, headers: {}, body: error.toWire() }
  if (isDatabaseError(error)) {
    const { code, detail } = error
    const message = inTheirWords(error.message, relation)
    const hint = columnHint(error, relation?.columns.keys() ?? [])
    return databaseAnswer(
      { code, message, detail, hint: hint && inTheirWords(hint, relation) },
      { isAnonymous: role === 'anon' },
    )
  }
  return appAnswer(toAppError(error))
}

const isDatabaseError = (error: unknown): error is Error & DatabaseError =>
  error instanceof Error &&
  'severity' in error &&
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))

/** Tables have names of ours in statements; whoever reads the error knows them by theirs. */
const inTheirWords = (text: string, relation: Relation | undefined) =>
  text.replace(/"?\b(?:t\d+|target|limited)"?\.(?=["\w])/g, relation ? `${relation.name}.` : '')

function appAnswer(error: AppError): Answer {
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
    const isTime = error.message === 'jwt expired' || error.message === 'jwt not active'
    const message = error.message === 'jwt expired' ? 'JWT expired' : error.message
    return { status: 401, headers, body: { ...body(isTime ? 'PGRST303' : 'PGRST301'), message } }
  }
  if (error.code === 'instance_unavailable')
    return { status: 503, headers: error.headers, body: body('PGRST000') }
  if (error.code === 'too_large') return { status: 413, headers: {}, body: body('PGRST102') }
  if (error.code === 'validation_failed') return { status: 400, headers: {}, body: body('PGRST102') }
  if (error.code === 'unsupported_media_type')
    return { status: 415, headers: {}, body: { ...body('PGRST102'), message: 'Content-Type not acceptable' } }
  // The token names a role that there is not, or that is not meant for callers.
  if (error.code === 'forbidden') return { status: 403, headers: {}, body: body('42501') }
  return { status: error.status, headers: {}, body: body(error.status === 404 ? 'PGRST125' : 'PGRST000') }
}
