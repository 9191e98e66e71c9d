import { rm } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { Reach } from '../../outgoing-requests/private-networks.ts'
import { RELAY_SOCKET } from './relay.rules.ts'
import { relayConnections } from './relay-connections.ts'
import type { FindLogin } from './relay-login.ts'

interface Deps {
  readonly engine: Pick<Engine, 'subscribe' | 'endpoint'>
  /** The addresses that servers may have. */
  readonly reach: Reach
  readonly findLogin: FindLogin
  /** Receives failures of the relay itself, with the database's id. */
  readonly onError: (error: unknown, id: string) => void
}

export type Relay = ReturnType<typeof openRelay>

/**
 * Passes connections of databases on to other PostgreSQL servers. Each running database has a socket of its own, which no
 * other one can enter, so the relay knows whose connection it is. The database proves a token there; the password that the
 * other server gets never is in the database.
 */
export function openRelay({ engine, reach, findLogin, onError }: Deps) {
  const listeners = new Map<string, Promise<{ close(): Promise<void> } | undefined>>()
  /** Sockets that are about to be removed, which must not happen to their successors. */
  const closing = new Map<string, Promise<void>>()
  let isClosed = false

  const listen = async (id: string) => {
    await closing.get(id)
    const endpoint = await engine.endpoint(id).catch(() => undefined)
    if (endpoint?.outgoing === undefined || isClosed) return undefined
    const socketPath = path.join(endpoint.outgoing, RELAY_SOCKET)
    // Of a server that was killed.
    await rm(socketPath, { force: true })
    const connections = relayConnections({
      reach,
      findLogin: (user) => findLogin(id, user),
      onError: (error) => onError(error, id),
    })
    const server = net.createServer({ allowHalfOpen: true, noDelay: true }, connections.accept)
    server.on('error', (error) => onError(error, id))
    // Who may enter the folder may connect.
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject)
    server.listen({ path: socketPath, readableAll: true, writableAll: true }, resolve)
    await promise
    return {
      async close() {
        const closed = new Promise<void>((done) => server.close(() => done()))
        connections.close()
        await closed
      },
    }
  }

  const open = (id: string) => {
    if (isClosed || listeners.has(id)) return
    const listening = listen(id).catch((error) => {
      onError(error, id)
      return undefined
    })
    listeners.set(id, listening)
    // The next start tries again.
    void listening.then((listener) => {
      if (!listener && listeners.get(id) === listening) listeners.delete(id)
    })
  }

  const shut = async (id: string) => {
    const listening = listeners.get(id)
    if (!listening) return
    listeners.delete(id)
    const closed = listening.then((listener) => listener?.close())
    closing.set(id, closed)
    try {
      await closed
    } finally {
      if (closing.get(id) === closed) closing.delete(id)
    }
  }

  const unsubscribe = engine.subscribe(({ id, state }) => {
    if (state === 'running') open(id)
    if (state === 'stopped') shut(id).catch((error) => onError(error, id))
  })

  return {
    /** Serves a database that may run already; does nothing when it does not. */
    serve: open,

    async close() {
      isClosed = true
      unsubscribe()
      await Promise.all([...listeners.keys()].map(shut))
    },
  }
}
