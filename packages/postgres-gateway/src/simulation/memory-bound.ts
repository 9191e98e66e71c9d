import type { SimulatedClient } from './simulated-client.ts'
import type { SimulatedPostgres } from './simulated-postgres.ts'
import { CHUNK_BYTES, type SimulatedSocket } from './simulated-socket.ts'
import type { World } from './world.ts'

/** What the gateway may buffer for one connection: the chunk of the held message, and what came before it paused. */
const BUFFERED_MAX_BYTES = 2 * CHUNK_BYTES
/** The gateway's own messages to a server and their replies, which concern no client. */
const OWN_MESSAGES_BYTES = 4 * 1024
/** With this many bytes in flight and one more chunk, a writer has been told to wait. */
const IN_FLIGHT_MAX_BYTES = 16_384 + 2 * CHUNK_BYTES

const sum = (sockets: SimulatedSocket[], of: (socket: SimulatedSocket) => number) =>
  sockets.reduce((all, socket) => all + of(socket), 0)

/**
 * Measures from outside how much the gateway buffers: what it has read from one side and not written to the other, and
 * what it has written that the other side does not read. For clients whose messages are passed on as they arrive.
 */
export function watchMemory(
  world: World,
  postgres: SimulatedPostgres,
  clients: readonly SimulatedClient[],
  violations: string[],
) {
  const before = world.watch
  const clientEnds = clients.map(({ gatewayEnd }) => gatewayEnd)
  world.watch = () => {
    before()
    if (violations.length > 0) return
    const servers = postgres.gatewayEnds
    const ownBytes = servers.length * OWN_MESSAGES_BYTES
    const fromClients = sum(clientEnds, ({ taken }) => taken) - sum(servers, ({ written }) => written)
    if (fromClients > clients.length * BUFFERED_MAX_BYTES)
      violations.push(`the gateway buffers ${fromClients} bytes of ${clients.length} clients`)
    const fromServers =
      sum(servers, ({ taken }) => taken) - sum(clientEnds, ({ written }) => written) - ownBytes
    if (fromServers > servers.length * BUFFERED_MAX_BYTES)
      violations.push(`the gateway buffers ${fromServers} bytes of ${servers.length} servers`)
    for (const socket of [...clientEnds, ...servers])
      if (socket.bytesInFlight > IN_FLIGHT_MAX_BYTES)
        violations.push(`${socket.bytesInFlight} bytes were written to a peer that does not read`)
  }
}
