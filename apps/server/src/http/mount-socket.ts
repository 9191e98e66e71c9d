import type { AnyEndpoint, Output, Parsed } from '@basalt/contract/endpoint.ts'
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from './app-error.ts'
import type { Caller, Gate } from './gate.ts'
import { gatedRoute } from './mount.ts'
import { opensSocket } from './opens-socket.ts'
import {
  CLOSING_GRACE_MS,
  closeCodes,
  MESSAGE_BYTES_MAX,
  PING_EVERY_MS,
  SOCKETS_PER_USER_MAX,
  WAITING_BYTES_MAX,
} from './socket-limits.rules.ts'

/** What a client sends on the socket of an endpoint. */
type Received<E> = E extends { receives: infer R extends z.ZodType } ? z.output<R> : never

/** One client that is connected. */
export interface Connection<E> {
  /** Sends a message. A client that does not read what it is sent is disconnected. */
  send(message: Output<E>): void
  /** Closes the connection with words for the client: it did something wrong, or may no longer be here. */
  refuse(reason: string): void
  /** Aborts when the connection has ended, however it did. */
  readonly ended: AbortSignal
}

/** Called for each client. Returns what happens with each message that the client sends. */
type Opened<E, C> = (
  connection: Connection<E>,
  input: Parsed<E> & C,
  request: FastifyRequest,
) => void | ((message: Received<E>) => void | Promise<void>)

interface User {
  caller?: Pick<Caller, 'userId'>
}

/** Ends connections that asked for a WebSocket and got another answer: Node leaves them open. Before any other hook. */
export function endRefusedSockets(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (opensSocket(raw)) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (opensSocket(raw)) raw.socket.destroySoon()
    done()
  })
}

/**
 * Lets `app`, and nothing outside it, mount sockets; once for each server. When the server stops, it asks the clients to
 * close, and disconnects those that do not.
 */
export async function allowSockets(app: FastifyInstance) {
  await app.register(websocket, {
    options: { maxPayload: MESSAGE_BYTES_MAX },
    async preClose() {
      const { clients } = app.websocketServer
      for (const client of clients) client.close(closeCodes.goingAway, 'The server is stopping')
      setTimeout(() => {
        for (const client of clients) client.terminate()
      }, CLOSING_GRACE_MS).unref()
    },
  })
}

/**
 * Binds a contract endpoint of media `socket` to its handler, beside `mount`: the gate says who may connect and refuses
 * as HTTP does, before the connection is upgraded. Pages of other sites are refused by the origin check. Messages are
 * JSON; what does not fit `endpoint.receives` ends the connection. `app` needs `allowSockets`.
 */
export function mountSocket<E extends AnyEndpoint, C extends User>(
  app: FastifyInstance,
  endpoint: E,
  gate: Gate<C>,
  opened: Opened<E, C>,
) {
  const openByUser = new Map<string, number>()
  const success = { 101: { content: { 'application/json': { schema: endpoint.response } } } }
  const { inputOf, ...route } = gatedRoute(endpoint, gate, success)
  app.route({
    ...route,
    async preHandler(request) {
      if ((openByUser.get(userOf(inputOf(request), request)) ?? 0) >= SOCKETS_PER_USER_MAX)
        throw new AppError(
          'rate_limited',
          `At most ${SOCKETS_PER_USER_MAX} connections may be open. Close one.`,
        )
    },
    handler() {
      throw new AppError('upgrade_required', 'This address answers WebSockets only')
    },
    wsHandler(socket, request) {
      const input = inputOf(request)
      const user = userOf(input, request)
      openByUser.set(user, (openByUser.get(user) ?? 0) + 1)
      const ended = new AbortController()
      socket.once('close', () => {
        const left = (openByUser.get(user) ?? 1) - 1
        if (left > 0) openByUser.set(user, left)
        else openByUser.delete(user)
        ended.abort()
      })
      watchForSilence(socket)
      const connection: Connection<E> = {
        ended: ended.signal,
        refuse: (reason) => socket.close(closeCodes.notAllowed, reason),
        send(message) {
          if (socket.readyState !== socket.OPEN) return
          if (socket.bufferedAmount > WAITING_BYTES_MAX) return socket.terminate()
          socket.send(JSON.stringify(message))
        },
      }
      const receive = opened(connection, input, request)
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : messageIn<E>(endpoint, String(data))
        if (!receive || message === undefined)
          return socket.close(
            closeCodes.invalidMessage,
            receive ? 'This message is not understood' : 'No message is expected here',
          )
        Promise.resolve(receive(message)).catch((error) => {
          request.log.error({ err: error }, 'A message on a socket failed')
          socket.close(closeCodes.failed, 'The server failed. Connect again.')
        })
      })
    },
  })
}

const userOf = ({ caller }: User, { ip }: FastifyRequest) => caller?.userId ?? ip

/** Undefined for what is no JSON, or not what the endpoint receives. */
function messageIn<E>({ receives }: AnyEndpoint, text: string): Received<E> | undefined {
  try {
    return receives?.safeParse(JSON.parse(text)).data as Received<E> | undefined
  } catch {
    return undefined
  }
}

/** A client that has lost its network sends no farewell. */
function watchForSilence(socket: WebSocket) {
  let isThere = true
  socket.on('pong', () => {
    isThere = true
  })
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate()
    isThere = false
    socket.ping()
  }, PING_EVERY_MS).unref()
  socket.once('close', () => clearInterval(timer))
}
