import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ObjectAddress } from './objects/objects.store.ts'
import { storageError } from './storage-error.ts'

/** Everything below `/p/:ref` that is the storage service's. */
export const BASE = '/p/:ref/storage/v1'

/** The bucket and key that the rest of an address names. Slashes may be encoded; the key is not checked. */
export function addressIn(request: FastifyRequest): ObjectAddress {
  const rest = (request.params as { '*': string })['*']
  const cut = rest.indexOf('/')
  if (cut <= 0 || cut === rest.length - 1) throw storageError('InvalidRequest', 'Name a bucket and an object')
  return { bucket: rest.slice(0, cut), name: rest.slice(cut + 1) }
}

/** For an address that is none of the service's. */
export function answerNotOffered({ method, url }: FastifyRequest, reply: FastifyReply) {
  const message = `${method} ${url.split('?')[0]} is not offered by this service`
  return reply.code(404).send({ statusCode: '404', error: 'Not Found', message })
}

/** Throws InvalidRequest in words. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { data, error } = schema.safeParse(value ?? {})
  if (!error) return data
  const [issue] = error.issues
  const place = issue?.path.join('.')
  throw storageError('InvalidRequest', `${place ? `${place}: ` : ''}${issue?.message}`)
}

/** The first value of a header. */
export const header = (request: FastifyRequest, name: string) => [request.headers[name]].flat()[0]

/** Whether a text can stand in a header; Node refuses to send any other. */
export const isHeaderText = (text: string) => /^[ -~\u0080-\u00ff]*$/.test(text)

export const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined>

/** Base64 of JSON, as `x-metadata` and resumable uploads carry it; undefined when it is neither. */
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
