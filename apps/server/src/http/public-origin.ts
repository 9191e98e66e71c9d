import type { FastifyRequest } from 'fastify'

/**
 * The origin the caller used, such as `https://db.example.com`, so that every URL we print works where it is read. A
 * trusted proxy reports it in X-Forwarded-Proto and X-Forwarded-Host, which are removed from all other requests;
 * `configured` is BASALT_PUBLIC_URL.
 */
export function publicOrigin(request: FastifyRequest, configured: string | undefined) {
  if (configured) return new URL(configured).origin
  const protocol = lastOf(request.headers['x-forwarded-proto']) ?? request.protocol
  const host = lastOf(request.headers['x-forwarded-host']) ?? request.headers.host ?? 'localhost'
  return `${protocol}://${host}`
}

/** Proxies append their value, so a claim by the client comes first. */
const lastOf = (header: string | string[] | undefined) =>
  header === undefined ? undefined : [header].flat().at(-1)?.split(',').at(-1)?.trim() || undefined
