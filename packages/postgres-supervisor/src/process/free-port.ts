import { createServer } from 'node:net'
import { EngineError } from '../engine.ts'

export interface PortRange {
  first: number
  last: number
}

const LOOPBACK_HOSTS = ['127.0.0.1', '::1']

/** True when a server could listen there right now: on this machine, on IPv6 too where it has that, and on `hosts`. */
export async function isPortFree(port: number, hosts: readonly string[] = []): Promise<boolean> {
  for (const host of new Set([...LOOPBACK_HOSTS, ...hosts])) if (!(await canListen(host, port))) return false
  return true
}

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    // An address that is not there is in nobody's way.
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(ABSENT.has(code ?? '')))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** The first port of the range that is neither promised to somebody nor in use. @throws EngineError no_free_port */
export async function findFreePort(
  range: PortRange,
  isPromised: (port: number) => boolean,
  hosts: readonly string[] = [],
): Promise<number> {
  for (let port = range.first; port <= range.last; port++) {
    if (!isPromised(port) && (await isPortFree(port, hosts))) return port
  }
  throw new EngineError(
    'no_free_port',
    `Every database port from ${range.first} to ${range.last} is in use. Delete projects that nobody needs, or set a wider range with BASALT_DB_PORT_RANGE.`,
  )
}
