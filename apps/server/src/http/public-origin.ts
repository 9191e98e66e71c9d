import type { FastifyRequest } from 'fastify'

/**
 * The origin the caller used, such as `https://db.example.com`, so that every URL the product prints works where
 * it is read. A configured proxy says so in X-Forwarded-Proto and X-Forwarded-Host, which are removed from the requests
 * of everybody else; `configured` is BASALT_PUBLIC_URL.
 */
export function publicOrigin(request: FastifyRequest, configured: string | undefined) {
  if (configured) return new URL(configured).origin
  const protocol = lastOf(request.headers['x-forwarded-proto']) ?? request.protocol
  const host = lastOf(request.headers['x-forwarded-host']) ?? request.headers.host ?? 'localhost'
  return `${protocol}://${host}`
}

/** Proxies that append put the client's own claim first. */
const lastOf = (header: string | string[] | undefined) =>
  [header].flat().at(-1)?.split(',').at(-1)?.trim() || undefined
