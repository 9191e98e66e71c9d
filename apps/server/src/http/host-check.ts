import os from 'node:os'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/i
const LOOPBACK_NAME = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Refuses requests that reach the loopback interface under an unknown host name. A site can point its own name at
 * 127.0.0.1 (DNS rebinding), and a browser then treats this server as part of that site.
 */
export function addHostCheck(app: FastifyInstance, { publicUrl }: { publicUrl: string | undefined }) {
  const knownHosts = new Set([os.hostname().toLowerCase()])
  if (publicUrl) knownHosts.add(new URL(publicUrl).hostname)
  const isKnown = (host: string) => {
    const name = nameIn(host)
    return LOOPBACK_NAME.test(name) || knownHosts.has(name)
  }
  /** The last accepted header: parsing costs more than most hooks, and nearly all requests state the same host. */
  let accepted: string | undefined
  const isAccepted = (host: string) => {
    if (host === accepted) return true
    const isGood = isKnown(host)
    if (isGood) accepted = host
    return isGood
  }
  app.addHook('onRequest', ({ raw, headers: { host } }, _reply, done) => {
    const isLoopback = LOOPBACK_ADDRESS.test(raw.socket.localAddress ?? '')
    // Browsers always state the host; only programs can leave it out.
    if (!isLoopback || host === undefined || isAccepted(host)) return done()
    done(
      new AppError(
        'forbidden',
        'This server does not know the host name of this address. Use localhost, or set BASALT_PUBLIC_URL to the address that people use.',
      ),
    )
  })
}

/** The host without its port, as URLs write it; empty for what no URL can have. */
const nameIn = (host: string) => (/[@/?#\\]/.test(host) ? '' : (URL.parse(`http://${host}`)?.hostname ?? ''))
