import { createServer } from 'node:net'
import { EngineError } from '../engine.ts'

export interface PortRange {
  first: number
  last: number
}

const LOOPBACK_HOSTS = ['127.0.0.1', '::1']

/** Whether a server could listen on the port now: on loopback, by IPv6 too if the machine has it, and on `hosts`. */
export async function isPortFree(port: number, hosts: readonly string[] = []): Promise<boolean> {
  for (const host of new Set([...LOOPBACK_HOSTS, ...hosts])) if (!(await canListen(host, port))) return false
  return true
}

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    // An address that does not exist is not in use either.
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(ABSENT.has(code ?? '')))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** The first port of the range that is neither reserved nor in use. @throws EngineError no_free_port */
export async function findFreePort(
  range: PortRange,
  isReserved: (port: number) => boolean,
  hosts: readonly string[] = [],
): Promise<number> {
  for (let port = range.first; port <= range.last; port++) {
    if (!isReserved(port) && (await isPortFree(port, hosts))) return port
  }
  throw new EngineError(
    'no_free_port',
    `Every database port from ${range.first} to ${range.last} is in use. Delete projects that are no longer needed, or set a wider range with BASALT_DB_PORT_RANGE.`,
  )
}
