import type { SimulatedClient } from './simulated-client.ts'
import type { SimulatedPostgres } from './simulated-postgres.ts'
import { CHUNK_BYTES, type SimulatedSocket } from './simulated-socket.ts'
import type { World } from './world.ts'

/** What the gateway may keep of one connection: the chunk with the message it holds, and what came before it paused. */
const KEPT_MAX_BYTES = 2 * CHUNK_BYTES
/** The gateway's own words with a server, which no client has sent and none is told. */
const OWN_WORDS_BYTES = 4 * 1024
/** With so much on its way and one chunk more, a writer has been told to wait. */
const ON_THE_WAY_MAX_BYTES = 16_384 + 2 * CHUNK_BYTES

const sum = (sockets: SimulatedSocket[], of: (socket: SimulatedSocket) => number) =>
  sockets.reduce((all, socket) => all + of(socket), 0)

/**
 * Looks from outside at how much the gateway keeps: what it has read of one side and not written to the other, and what
 * it has written though the other side takes nothing. Of clients that are passed on as they write.
 */
export function watchMemory(
  world: World,
  postgres: SimulatedPostgres,
  clients: readonly SimulatedClient[],
  violations: string[],
) {
  const before = world.watch
  const theirs = clients.map(({ gatewayEnd }) => gatewayEnd)
  world.watch = () => {
    before()
    if (violations.length > 0) return
    const servers = postgres.gatewayEnds
    const ownWords = servers.length * OWN_WORDS_BYTES
    const unsent = sum(theirs, ({ taken }) => taken) - sum(servers, ({ written }) => written)
    if (unsent > clients.length * KEPT_MAX_BYTES)
      violations.push(`the gateway keeps ${unsent} bytes of ${clients.length} clients`)
    const untold = sum(servers, ({ taken }) => taken) - sum(theirs, ({ written }) => written) - ownWords
    if (untold > servers.length * KEPT_MAX_BYTES)
      violations.push(`the gateway keeps ${untold} bytes of ${servers.length} servers`)
    for (const socket of [...theirs, ...servers])
      if (socket.bytesOnTheirWay > ON_THE_WAY_MAX_BYTES)
        violations.push(`${socket.bytesOnTheirWay} bytes were written to one who does not read`)
  }
}
