import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long requests under way may take to end once the server is told to stop. */
const CLOSING_GRACE_MS = 10_000

/**
 * Watches the connections of a server, so that none of them keeps it from closing. Node by itself waits, for as long as
 * the other side likes, for connections on which nothing was ever asked; browsers open such ones in advance.
 * `letGo` ends those without a request at once, and what is still there when the grace is over.
 */
export function watchConnections(server: Server, graceMs = CLOSING_GRACE_MS) {
  const quiet = new Set<Socket>()
  let isClosing = false

  const rest = (socket: Socket) => {
    if (isClosing) socket.destroy()
    else quiet.add(socket)
  }
  server.on('connection', (socket) => {
    socket.once('close', () => quiet.delete(socket))
    rest(socket)
  })
  // A WebSocket is asked to close, and ended if it does not, where it is mounted.
  server.on('upgrade', (_request, socket) => quiet.delete(socket as Socket))
  server.on('request', ({ socket }, response) => {
    quiet.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) rest(socket)
    })
  })

  return {
    letGo() {
      isClosing = true
      for (const socket of quiet) socket.destroy()
      const over = setTimeout(() => server.closeAllConnections(), graceMs)
      server.once('close', () => clearTimeout(over))
    },
  }
}
