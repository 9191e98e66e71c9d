import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** The thread that reads SQL compiles PostgreSQL's parser. It has a policy of its own, so no page may do the same. */
const SQL_WORKER = /^\/assets\/sql-worker-[\w-]+\.js$/
const scriptOfWorker = ({ url = '' }: IncomingMessage) =>
  SQL_WORKER.test(url) ? "'wasm-unsafe-eval'" : "'self'"

/**
 * Nothing but what this server delivers may run or be loaded. Styles that libraries add while running carry the
 * nonce that the page was delivered with.
 */
export async function addSecurityHeaders(app: FastifyInstance) {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", scriptOfWorker],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Previews of files that are stored here, which are not let to run anything.
        mediaSrc: ["'self'"],
        frameSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Basalt is often reached by plain http on a private network; a proxy that ends TLS sets this itself.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}
