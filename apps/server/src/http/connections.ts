import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long requests in progress may take to end once the server stops. */
const CLOSING_GRACE_MS = 10_000

/**
 * Watches the connections of a server so that none of them keeps it from closing. By default, Node waits indefinitely
 * for connections that never sent a request; browsers open such connections in advance.
 * `drain` ends idle connections at once, and all others after the grace period.
 */
export function watchConnections(server: Server, graceMs = CLOSING_GRACE_MS) {
  const idle = new Set<Socket>()
  let isClosing = false

  const markIdle = (socket: Socket) => {
    if (isClosing) socket.destroy()
    else idle.add(socket)
  }
  server.on('connection', (socket) => {
    socket.once('close', () => idle.delete(socket))
    markIdle(socket)
  })
  // A WebSocket is closed where it is mounted.
  server.on('upgrade', (_request, socket) => idle.delete(socket as Socket))
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    response.on('close', () => {
      if (!socket.destroyed) markIdle(socket)
    })
  })

  return {
    drain() {
      isClosing = true
      for (const socket of idle) socket.destroy()
      const over = setTimeout(() => server.closeAllConnections(), graceMs)
      server.once('close', () => clearTimeout(over))
    },
  }
}
