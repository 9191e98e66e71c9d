const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1']

/**
 * An SSH command that makes a database on a loopback address reachable from this machine. Undefined when the page was
 * opened on the server's machine, or the address is not loopback.
 */
export function tunnelCommand({ host, port }: { host: string; port: number }, pageHost: string) {
  if (!LOOPBACK.includes(host) || LOOPBACK.includes(pageHost)) return undefined
  return `ssh -N -L ${port}:${host.includes(':') ? `[${host}]` : host}:${port} ${pageHost}`
}
