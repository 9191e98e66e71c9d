import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorStatus } from '@basalt/contract/errors.ts'
import type { ConnectionError, FastifyHttpOptions, FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { opensSocket } from './opens-socket.ts'

/** How long a connection may take to send a request's headers. A silent connection is closed after this time too. */
export const HEADERS_TIMEOUT_MS = 15_000

/** How often connections are checked against the limit above, and so how far one can exceed it. */
export const CONNECTIONS_CHECK_INTERVAL_MS = 5_000

/** How long a connection stays open between two requests: longer than the 60 seconds of most load balancers. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000

/** How long a client may pause within a request's body. Uploads may take hours, but must not stall. */
export const BODY_PAUSE_MAX_MS = 120_000

/** The request line and all headers together, in bytes as sent without line ends. More is answered with 431. */
export const HEADERS_MAX_BYTES = 16 * 1024

/**
 * What Node's parser accepts: more than the limit above, so that a request beyond that limit still reaches its route and
 * is refused in the format of that API. Beyond this one, only the start of the request is known.
 */
export const HEADERS_PARSED_MAX_BYTES = 32 * 1024

/** How long a client may keep sending after its request was refused. Closing at once would lose the answer. */
export const LINGER_MS = 2_000

/** Fastify options that close connections whose clients send nothing. */
export const connectionLimits = {
  http: {
    maxHeaderSize: HEADERS_PARSED_MAX_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
    shouldUpgradeCallback: opensSocket,
  },
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  clientErrorHandler: answerParseError,
} satisfies FastifyHttpOptions<Server>

/**
 * Refuses requests whose headers are too long, in the format of each API, and ends connections that stall within a body.
 */
export function addRequestLimits(app: FastifyInstance) {
  limitPauses(app.server)
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (headerBytes(raw) <= HEADERS_MAX_BYTES) return done()
    reply.header('connection', 'close')
    done(headersTooLarge())
  })
}

const TOO_LARGE = `The address and headers of a request may have at most ${HEADERS_MAX_BYTES} bytes together`

const headersTooLarge = () => new AppError('headers_too_large', TOO_LARGE)

function headerBytes({ url = '', rawHeaders }: IncomingMessage) {
  let bytes = url.length
  for (const part of rawHeaders) bytes += part.length
  return bytes
}

/** Whether no more of the body is expected. */
const isOver = (request: IncomingMessage) => request.complete || request.destroyed

/** The last request of a connection, and the bytes that the connection had received when it was last checked. */
interface Arriving {
  readonly request: IncomingMessage
  received: number | undefined
}

/**
 * Ends a connection whose client sends no byte of a body for `pauseMs` to twice as long, unless the server is not
 * reading. One timer checks all connections: a timer and listeners for each request took 2 % of a short one.
 */
export function limitPauses(server: Server, pauseMs = BODY_PAUSE_MAX_MS) {
  const arriving = new Map<Socket, Arriving>()
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    for (const [socket, one] of arriving) {
      const { request, received } = one
      if (socket.bytesRead === received && request.readableLength === 0 && !isOver(request)) socket.destroy()
      if (isOver(request)) arriving.delete(socket)
      one.received = socket.bytesRead
    }
    timer = arriving.size === 0 ? undefined : setTimeout(check, pauseMs).unref()
  }
  server.on('request', (request) => {
    arriving.set(request.socket, { request, received: undefined })
    if (timer === undefined) timer = setTimeout(check, pauseMs).unref()
  })
}

interface Refusal {
  code: ErrorCode
  message: string
}

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', message: TOO_LARGE },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request did not arrive in time' },
}
const MALFORMED: Refusal = { code: 'validation_failed', message: 'This is not an HTTP/1.1 request' }

/** What a Data API caller can do about a URL that is too long. */
export const LONG_LISTS = 'Send long lists of values in the body of a function call.'

/** Answers requests that Node's parser refuses. They have no route; only the raw packet is known. */
function answerParseError(error: ConnectionError, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const refusal = refusals[error.code ?? ''] ?? MALFORMED
  const status = errorStatus[refusal.code]
  const path = pathIn(error.rawPacket as unknown as Buffer | undefined)
  const body = JSON.stringify(inFormatOf(path, refusal, status))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    // Without it, browsers hide the answer from pages of other origins, which projects' APIs serve.
    ...(path.startsWith('/p/') ? ['access-control-allow-origin: *'] : []),
  ]
  const answer = `${head.join('\r\n')}\r\n\r\n${body}`
  if (error.code !== 'HPE_HEADER_OVERFLOW') return void socket.end(answer, () => socket.destroy())
  socket.end(answer)
  // Closing while the client is still sending would reset the connection before the client has read the answer.
  socket.resume()
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

const pathIn = (packet: Buffer | undefined) =>
  /^[A-Z]+ (\/\S{0,200})/.exec(packet?.subarray(0, 300).toString('latin1') ?? '')?.[1] ?? ''

/** Errors in the formats of PostgREST, the storage service and everything else here. */
function inFormatOf(path: string, { code, message }: Refusal, status: number) {
  const api = /^\/p\/[^/]+\/(rest|storage)\/v1/.exec(path)?.[1]
  if (api === 'rest')
    return { code: 'PGRST100', message, details: null, hint: status === 431 ? LONG_LISTS : null }
  if (api === 'storage') return { statusCode: String(status), error: code, message }
  return { code, message, requestId: randomUUID() }
}
