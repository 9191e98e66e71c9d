import type { AnyEndpoint, Output, Parsed } from '@basalt/contract/endpoint.ts'
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from './app-error.ts'
import type { Caller, Gate } from './gate.ts'
import { gatedRoute } from './mount.ts'
import { opensSocket } from './opens-socket.ts'

/** Interval of pings. A client that has not answered one by the next is disconnected. */
export const PING_EVERY_MS = 20_000

/** The longest message that clients may send, in bytes. */
export const MESSAGE_BYTES_MAX = 64 * 1024

/** A client that does not read is disconnected when this many bytes wait for it. */
export const BUFFERED_BYTES_MAX = 1024 * 1024

/** Sockets that one user may have open at a time. */
export const SOCKETS_PER_USER_MAX = 100

/** How long clients may take to close their sockets when the server stops. */
export const CLOSING_GRACE_MS = 2_000

/** Close codes of RFC 6455, section 7.4.1. */
export const closeCodes = { goingAway: 1001, invalidMessage: 1007, notAllowed: 1008, failed: 1011 } as const

/** What a client sends on the socket of an endpoint. */
type Received<E> = E extends { receives: infer R extends z.ZodType } ? z.output<R> : never

/** One connected client. */
export interface Connection<E> {
  /** Sends a message. Disconnects a client that does not read its messages. */
  send(message: Output<E>): void
  /** Closes the connection and gives the client a reason: it broke the protocol, or may no longer be connected. */
  refuse(reason: string): void
  /** Aborts when the connection has ended, for whatever reason. */
  readonly ended: AbortSignal
}

/** Called for each client. Returns the handler of the client's messages. */
type Opened<E, C> = (
  connection: Connection<E>,
  input: Parsed<E> & C,
  request: FastifyRequest,
) => void | ((message: Received<E>) => void | Promise<void>)

interface User {
  caller?: Pick<Caller, 'userId'>
}

/** Ends connections that requested a WebSocket and got another answer, which Node leaves open. Must be the first hook. */
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
 * Lets `app`, and nothing outside it, mount sockets. Call it once per server. When the server stops, it asks the clients
 * to close, and disconnects those that do not.
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
 * Binds a contract endpoint of media `socket` to its handler, as `mount` does: the gate decides who may connect, and
 * refuses over HTTP before the connection is upgraded. The origin check refuses pages of other sites. Messages are JSON;
 * one that does not fit `endpoint.receives` ends the connection. `app` needs `allowSockets`.
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
      const { span } = request
      request.span = undefined
      socket.once('close', (code) => {
        span?.end({ 'http.response.status_code': 101, 'basalt.close_code': code })
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
          if (socket.bufferedAmount > BUFFERED_BYTES_MAX) return socket.terminate()
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

/** Undefined for what is not JSON, or not what the endpoint receives. */
function messageIn<E>({ receives }: AnyEndpoint, text: string): Received<E> | undefined {
  try {
    return receives?.safeParse(JSON.parse(text)).data as Received<E> | undefined
  } catch {
    return undefined
  }
}

/** A client that lost its network sends no close frame. */
function watchForSilence(socket: WebSocket) {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, PING_EVERY_MS).unref()
  socket.once('close', () => clearInterval(timer))
}
