import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
import type { GatewayLimits, Listener } from '../gateway-options.ts'
import type { Login, Part, Route } from '../resolver.ts'
import type { GatewayStatistics } from '../statistics.ts'
import type { TlsIdentity } from '../tls/self-signed-certificate.ts'

/** The first message to the gateway process. */
export interface Start {
  listeners: readonly Listener[]
  tls?: TlsIdentity
  limits?: Partial<GatewayLimits>
}

/** A route without its function: the gateway process requests the endpoint by the name of the route's pool. */
export type PlainRoute = Omit<Route, 'endpoint'>

/** The calls that each process serves. */
export interface Calls {
  // Served by the gateway process.
  start: { request: Start; response: Record<string, number> }
  listen: { request: Listener; response: number }
  unlisten: { request: string; response: undefined }
  disconnect: { request: { group: string; only?: Part; why?: PostgresError }; response: undefined }
  release: { request: string; response: boolean }
  statistics: { request: undefined; response: GatewayStatistics }
  close: { request: { drainMs?: number }; response: undefined }
  // Served by the process that started it.
  resolve: { request: Login; response: PlainRoute | undefined }
  endpoint: { request: string; response: ServerEndpoint }
  loggedIn: { request: { login: Login; isIn: boolean }; response: undefined }
  log: { request: string; response: undefined }
}
export type Call = keyof Calls
export type Handlers<Names extends Call> = {
  [Name in Names]: (
    request: Calls[Name]['request'],
  ) => Promise<Calls[Name]['response']> | Calls[Name]['response']
}

/** A serialized error: a PostgresError, or one of Node about a port. */
interface PlainError {
  message: string
  code?: string
  port?: number
  postgres?: { sqlstate: string; severity: 'ERROR' | 'FATAL'; detail?: string; hint?: string }
}

type Envelope =
  | { id: number; call: Call; request: unknown }
  | { id: number; response: unknown }
  | { id: number; error: PlainError }

/** One end of a channel between two processes. */
export interface Port {
  send(envelope: unknown): void
}

/** One side of the calls between the two processes. Errors are thrown at the caller. */
export class RpcPeer<Served extends Call, Called extends Call> {
  readonly #port: Port
  readonly #handlers: Handlers<Served>
  readonly #pending = new Map<number, { resolve(response: unknown): void; reject(error: Error): void }>()
  #count = 0
  #ended: Error | undefined

  constructor(port: Port, handlers: Handlers<Served>) {
    this.#port = port
    this.#handlers = handlers
  }

  /** @throws what the other process throws, or why it ended */
  call<Name extends Called>(call: Name, request: Calls[Name]['request']): Promise<Calls[Name]['response']> {
    if (this.#ended) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      const id = ++this.#count
      this.#pending.set(id, { resolve: resolve as (response: unknown) => void, reject })
      this.#port.send({
        id,
        call,
        request: call === 'disconnect' ? withPlainReason(request) : request,
      } satisfies Envelope)
    })
  }

  async receive(message: unknown) {
    const envelope = message as Envelope
    if ('call' in envelope) {
      const { id, call, request } = envelope
      try {
        const handle = this.#handlers[call as Served] as (request: unknown) => unknown
        this.#reply({ id, response: await handle(request) })
      } catch (error) {
        this.#reply({ id, error: plain(error as Error) })
      }
      return
    }
    const pending = this.#pending.get(envelope.id)
    this.#pending.delete(envelope.id)
    if ('error' in envelope) pending?.reject(asError(envelope.error))
    else pending?.resolve(envelope.response)
  }

  /** The channel is closed: pending calls are rejected with the reason. */
  end(why: Error) {
    this.#ended = why
    const waiting = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of waiting) reject(why)
  }

  #reply(envelope: Envelope) {
    if (!this.#ended) this.#port.send(envelope)
  }
}

function plain(error: Error): PlainError {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  return {
    message: error.message,
    ...(code !== undefined && { code }),
    ...(port !== undefined && { port }),
    ...(error instanceof PostgresError && {
      postgres: {
        sqlstate: error.sqlstate,
        severity: error.severity,
        ...(error.detail !== undefined && { detail: error.detail }),
        ...(error.hint !== undefined && { hint: error.hint }),
      },
    }),
  }
}

const asError = ({ message, postgres, code, port }: PlainError): Error =>
  postgres
    ? new PostgresError(postgres.sqlstate, message, postgres)
    : Object.assign(new Error(message), {
        ...(code !== undefined && { code }),
        ...(port !== undefined && { port }),
      })

const withPlainReason = (request: unknown) => {
  const { why, ...rest } = request as Calls['disconnect']['request']
  return { ...rest, ...(why && { why: plain(why) }) }
}

/** The reason of a disconnect, deserialized. */
export const reasonOf = (why: unknown): PostgresError | undefined =>
  why === undefined ? undefined : (asError(why as PlainError) as PostgresError)
