import { createServer } from 'node:net'
import { EngineError } from '../engine.ts'

export interface PortRange {
  first: number
  last: number
}

/** True when a server could listen there right now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

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
