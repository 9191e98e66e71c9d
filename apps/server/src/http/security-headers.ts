import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The thread that reads SQL compiles PostgreSQL's parser. It has a policy of its own, so no page may do the same. */
const SQL_WORKER = /^\/assets\/sql-worker-[\w-]+\.js$/
const NONCE_BYTES = 16
const POLICY = 'content-security-policy'

/**
 * Nothing but what this server delivers may run or be loaded. Styles that libraries add while running carry the
 * nonce that the page was delivered with.
 */
const policy = ({ scripts = "'self'", styles = "'self'" } = {}) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': scripts,
    'style-src': styles,
    'font-src': "'self'",
    'img-src': "'self' data: blob:",
    // Previews of files that are stored here, which are not let to run anything.
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

/** Basalt is often reached by plain http on a private network: a proxy that ends TLS says itself that it does. */
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

/** Says to browsers what the dashboard's own answers may do. Projects' APIs have headers of their own. */
export function addSecurityHeaders(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.raw === undefined)
      reply.headers(SQL_WORKER.test(request.raw.url ?? '') ? HEADERS_OF_SQL_WORKER : HEADERS)
    done()
  })
}

/** Lets styles of this one answer apply that carry the nonce it returns. */
export function allowStyles(reply: FastifyReply): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  reply.header(POLICY, policy({ styles: `'self' 'nonce-${nonce}'` }))
  return nonce
}
