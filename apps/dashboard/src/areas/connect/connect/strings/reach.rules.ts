const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1']

/**
 * A command that makes a database which answers on its machine only reachable from this one; undefined where the page
 * itself was opened on that machine, or the database answers others too.
 */
export function tunnelHint({ host, port }: { host: string; port: number }, pageHost: string) {
  if (!LOOPBACK.includes(host) || LOOPBACK.includes(pageHost)) return undefined
  return `ssh -N -L ${port}:${host.includes(':') ? `[${host}]` : host}:${port} ${pageHost}`
}
