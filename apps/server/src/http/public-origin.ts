import type { FastifyRequest } from 'fastify'

/**
 * The origin the caller used, such as `https://db.example.com`, so that every URL the product prints works where
 * it is read. A proxy says so in X-Forwarded-Proto and X-Forwarded-Host; `configured` is BASALT_PUBLIC_URL.
 */
export function publicOrigin(request: FastifyRequest, configured: string | undefined) {
  if (configured) return new URL(configured).origin
  const protocol = firstOf(request.headers['x-forwarded-proto']) ?? request.protocol
  const host = firstOf(request.headers['x-forwarded-host']) ?? request.headers.host ?? 'localhost'
  return `${protocol}://${host}`
}

const firstOf = (header: string | string[] | undefined) =>
  [header].flat()[0]?.split(',')[0]?.trim() || undefined
