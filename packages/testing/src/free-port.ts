import { randomInt } from 'node:crypto'
import { isPortFree } from '@basalt/postgres-supervisor/process/free-port.ts'
import { FREE_PORTS } from './free-port.rules.ts'

/**
 * A port that no program listens on. It is random and outside the range that the system assigns itself, so no program
 * that requests any port, and no outgoing connection, takes it before the server under test does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FREE_PORTS.first, FREE_PORTS.last + 1)
    if (await isPortFree(port)) return port
  }
}
