import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Replaces Fastify's JSON parser, which silently turns invalid UTF-8 into replacement characters, so that the server
 * would store what nobody sent.
 */
export function addStrictJson(app: FastifyInstance) {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Clients often state a JSON content type on calls that carry nothing.
    if (body.length === 0 && !needsBody(request.method)) return done(null, undefined)
    try {
      done(null, parse(body))
    } catch (error) {
      done(error as AppError)
    }
  })
}

const needsBody = (method: string) => method === 'PUT' || method === 'PATCH'

function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined
  let text: string
  try {
    text = utf8.decode(body)
  } catch (cause) {
    throw new AppError('validation_failed', 'The body is not valid UTF-8', { cause })
  }
  try {
    // A reviver is called for every value.
    return MAY_NAME_PROTOTYPE.test(text) ? JSON.parse(text, refusePrototype) : JSON.parse(text)
  } catch (cause) {
    throw new AppError('validation_failed', `The body is not valid JSON: ${(cause as Error).message}`, {
      cause,
    })
  }
}

/** Written out, or with letters that are escaped. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u/

/** `__proto__` in a body has no legitimate use. */
function refusePrototype(key: string, value: unknown) {
  if (key === '__proto__') throw new SyntaxError('the key __proto__ is not allowed')
  return value
}
