import { randomInt } from 'node:crypto'
import { isPortFree } from '@basalt/postgres-supervisor/process/free-port.ts'
import { FREE_PORTS } from './free-port.rules.ts'

/**
 * A port on which nobody listens. Drawn from those that the system gives to nobody by itself, and at random: what asks
 * for any port, and every connection that is opened meanwhile, gets another one until the server under test listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FREE_PORTS.first, FREE_PORTS.last + 1)
    if (await isPortFree(port)) return port
  }
}
