import { createServer } from 'node:net'
import { EngineError } from '../engine.ts'

export interface PortRange {
  first: number
  last: number
}

/** True when a server could listen there right now, on IPv6 too where the machine has that. */
export const isPortFree = async (port: number): Promise<boolean> =>
  (await canListen('127.0.0.1', port)) && (await canListen('::1', port))

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
export async function findFreePort(range: PortRange, isPromised: (port: number) => boolean): Promise<number> {
  for (let port = range.first; port <= range.last; port++) {
    if (!isPromised(port) && (await isPortFree(port))) return port
  }
  throw new EngineError(
    'no_free_port',
    `Every database port from ${range.first} to ${range.last} is in use. Stop what uses them, delete instances, or set a wider port range.`,
  )
}
