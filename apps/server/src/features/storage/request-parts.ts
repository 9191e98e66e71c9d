import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ObjectAddress } from './objects/objects.store.ts'
import { storageError } from './storage-error.ts'

/** The path of the Storage API below `/p/:ref`. */
export const BASE = '/p/:ref/storage/v1'

/** The bucket and key in the rest of a path. Slashes may be encoded. Does not validate the key. */
export function addressIn(request: FastifyRequest): ObjectAddress {
  const rest = (request.params as { '*': string })['*']
  const cut = rest.indexOf('/')
  if (cut <= 0 || cut === rest.length - 1)
    throw storageError('InvalidRequest', 'The path must name a bucket and an object')
  return { bucket: rest.slice(0, cut), name: rest.slice(cut + 1) }
}

/** Responds to paths that are not part of the Storage API. */
export function sendNotSupported({ method, url }: FastifyRequest, reply: FastifyReply) {
  const message = `${method} ${url.split('?')[0]} is not supported by this service`
  return reply.code(404).send({ statusCode: '404', error: 'Not Found', message })
}

/** Validates input. Throws InvalidRequest with a readable message. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { data, error } = schema.safeParse(value ?? {})
  if (!error) return data
  const [issue] = error.issues
  const path = issue?.path.join('.')
  throw storageError('InvalidRequest', `${path ? `${path}: ` : ''}${issue?.message}`)
}

/** The first value of a header. */
export const header = (request: FastifyRequest, name: string) => [request.headers[name]].flat()[0]

/** Whether a text is allowed in a header; Node refuses to send any other. */
export const isHeaderText = (text: string) => /^[ -~\u0080-\u00ff]*$/.test(text)

export const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined>

/** Parses a JSON object; undefined for any other text. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
