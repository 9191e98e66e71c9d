import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isOwnCall } from './on-behalf.ts'

/** An address such as `10.0.0.7`, or a network such as `10.0.0.0/8` or `fd00::/8`. */
export interface ProxyNetwork {
  address: string
  prefix: number
}

/** Whether a peer is one of the configured proxies. An IPv4 address may arrive mapped into IPv6. */
export function proxyCheck(networks: readonly ProxyNetwork[]): (address: string | undefined) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const { address, prefix } of networks)
    list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4')
  const isListed = (address: string | undefined) => {
    const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
  /** The last proxy: each request checks its peer several times, and nearly all come from the same one. */
  let proxy: string | undefined
  return (address) => {
    if (address !== undefined && address === proxy) return true
    const isProxy = isListed(address)
    if (isProxy) proxy = address
    return isProxy
  }
}

/**
 * Removes the headers in which proxies report the client's request, unless a configured proxy sent them, so that code
 * that reads them later need not check their source.
 */
export function addForwardedHeaders(app: FastifyInstance, isProxy: (address: string | undefined) => boolean) {
  app.addHook('onRequest', (request, _reply, done) => {
    // The server's own calls repeat headers that were examined when the caller's request came in.
    if (!isOwnCall() && !isProxy(request.socket.remoteAddress))
      for (const name of Object.keys(request.headers))
        if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete request.headers[name]
    done()
  })
}
