import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The worker that reads SQL compiles PostgreSQL's parser. It has its own policy, so that no page may do the same. */
const SQL_WORKER = /^\/assets\/sql-worker-[\w-]+\.js$/
const NONCE_BYTES = 16
const POLICY = 'content-security-policy'

/**
 * Only what this server delivers may run or be loaded. Styles that libraries add at run time carry the nonce of their
 * page.
 */
const policy = ({ scripts = "'self'", styles = "'self'" } = {}) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': scripts,
    'style-src': styles,
    'font-src': "'self'",
    'img-src': "'self' data: blob:",
    // Previews of stored files, which may not run anything.
    'media-src': "'self'",
    'frame-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join(';')

/** No HSTS: Basalt is often reached over plain http on a private network, and a proxy that ends TLS adds it itself. */
const HEADERS = {
  [POLICY]: policy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
}
const HEADERS_OF_SQL_WORKER = { ...HEADERS, [POLICY]: policy({ scripts: "'self' 'wasm-unsafe-eval'" }) }

/** Sets the headers of the dashboard's own responses. Projects' APIs have other headers. */
export function addSecurityHeaders(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.raw === undefined)
      reply.headers(SQL_WORKER.test(request.raw.url ?? '') ? HEADERS_OF_SQL_WORKER : HEADERS)
    done()
  })
}

/** Allows the styles of this one response that carry the returned nonce. */
export function allowStyles(reply: FastifyReply): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  reply.header(POLICY, policy({ styles: `'self' 'nonce-${nonce}'` }))
  return nonce
}
