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

/** A route without its function: the gateway process asks for the endpoint by the route's group. */
export type PlainRoute = Omit<Route, 'endpoint'>

/** The calls of each side, and their answers. */
export interface Calls {
  // Of the gateway process.
  start: { asks: Start; answers: Record<string, number> }
  listen: { asks: Listener; answers: number }
  unlisten: { asks: string; answers: undefined }
  disconnect: { asks: { group: string; only?: Part; why?: PostgresError }; answers: undefined }
  release: { asks: string; answers: boolean }
  statistics: { asks: undefined; answers: GatewayStatistics }
  close: { asks: { drainMs?: number }; answers: undefined }
  // Of the process that started it.
  resolve: { asks: Login; answers: PlainRoute | undefined }
  endpoint: { asks: string; answers: ServerEndpoint }
  loggedIn: { asks: { login: Login; isIn: boolean }; answers: undefined }
  log: { asks: string; answers: undefined }
}
export type Call = keyof Calls
export type Handlers<Names extends Call> = {
  [Name in Names]: (asked: Calls[Name]['asks']) => Promise<Calls[Name]['answers']> | Calls[Name]['answers']
}

/** An error as it travels: what clients are told, or what Node says of a port. */
interface PlainError {
  message: string
  code?: string
  port?: number
  postgres?: { sqlstate: string; severity: 'ERROR' | 'FATAL'; detail?: string; hint?: string }
}

type Envelope =
  | { id: number; call: Call; asked: unknown }
  | { id: number; answer: unknown }
  | { id: number; error: PlainError }

/** One end of a channel between two processes. */
export interface Port {
  send(envelope: unknown): void
}

/** Asks the other process and answers it, each by name; errors arrive as errors. */
export class Conversation<Mine extends Call, Theirs extends Call> {
  readonly #port: Port
  readonly #handlers: Handlers<Mine>
  readonly #pending = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  #count = 0
  #ended: Error | undefined

  constructor(port: Port, handlers: Handlers<Mine>) {
    this.#port = port
    this.#handlers = handlers
  }

  /** @throws what the other process throws, or the reason why it is gone */
  ask<Name extends Theirs>(call: Name, asked: Calls[Name]['asks']): Promise<Calls[Name]['answers']> {
    if (this.#ended) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      const id = ++this.#count
      this.#pending.set(id, { resolve: resolve as (answer: unknown) => void, reject })
      this.#port.send({
        id,
        call,
        asked: call === 'disconnect' ? withPlainWhy(asked) : asked,
      } satisfies Envelope)
    })
  }

  async receive(message: unknown) {
    const envelope = message as Envelope
    if ('call' in envelope) {
      const { id, call, asked } = envelope
      try {
        const handle = this.#handlers[call as Mine] as (asked: unknown) => unknown
        this.#reply({ id, answer: await handle(asked) })
      } catch (error) {
        this.#reply({ id, error: plain(error as Error) })
      }
      return
    }
    const pending = this.#pending.get(envelope.id)
    this.#pending.delete(envelope.id)
    if ('error' in envelope) pending?.reject(asError(envelope.error))
    else pending?.resolve(envelope.answer)
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

const withPlainWhy = (asked: unknown) => {
  const { why, ...rest } = asked as Calls['disconnect']['asks']
  return { ...rest, ...(why && { why: plain(why) }) }
}

/** The reason for a disconnection, as it was before it travelled. */
export const reasonOf = (why: unknown): PostgresError | undefined =>
  why === undefined ? undefined : (asError(why as PlainError) as PostgresError)
