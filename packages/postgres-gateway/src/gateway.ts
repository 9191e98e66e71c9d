import { randomBytes } from 'node:crypto'
import type net from 'node:net'
import tls from 'node:tls'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { endPointHash } from '@basalt/postgres-wire/scram/end-point-hash.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import { type LoginContext, logIn } from './clients/log-in.ts'
import { ConnectionGone, PacketStream } from './clients/packet-stream.ts'
import { asPostgresError } from './clients/relay.ts'
import { processClock } from './clock.ts'
import * as rules from './gateway.rules.ts'
import { GatewayCore } from './gateway-core.ts'
import type { GatewayLimits, GatewayOptions, Listener } from './gateway-options.ts'
import { Listeners } from './listeners.ts'
import type { Part } from './resolver.ts'
import { sockets } from './servers/network.ts'
import type { GatewayStatistics } from './statistics.ts'

export interface Gateway {
  /** The current port of each listener, by its name. */
  readonly ports: Readonly<Record<string, number>>
  statistics(): GatewayStatistics
  /** Opens another listener; returns its port. @throws Error of Node (EADDRINUSE …) when the port is not available */
  listen(listener: Listener): Promise<number>
  /** Closes a listener. Clients that came in by it stay connected. */
  unlisten(name: string): void
  /**
   * Disconnects every client of a group and closes its server connections, for example before its server stops; or only
   * those of a part, such as a role whose password has changed. Clients are sent the reason.
   */
  disconnect(group: string, only?: Part, why?: PostgresError): void
  /**
   * Closes the server connections of a group unless a client uses one or waits for one. Resolves to whether it did, once
   * they are closed. Clients stay connected; the next that needs a connection asks its route for the endpoint again.
   */
  release(group: string): Promise<boolean>
  /** Closes the listeners, waits up to `drainMs` for transactions to end, then closes everything. */
  close(options?: { drainMs?: number }): Promise<void>
}

/** The limits of `gateway.rules.ts`. */
export const defaultLimits: GatewayLimits = {
  loginTimeoutMs: rules.LOGIN_TIMEOUT_MS,
  queueTimeoutMs: rules.QUEUE_TIMEOUT_MS,
  connectTimeoutMs: rules.CONNECT_TIMEOUT_MS,
  serverIdleMs: rules.SERVER_IDLE_MS,
  serverLifetimeMs: rules.SERVER_LIFETIME_MS,
  sweepEveryMs: rules.SWEEP_EVERY_MS,
  stalledClientMs: rules.STALLED_CLIENT_MS,
  heldMessageMaxBytes: rules.HELD_MESSAGE_MAX_BYTES,
  preparedPerServerMax: rules.PREPARED_PER_SERVER_MAX,
  serverTaskMs: rules.SERVER_TASK_MS,
  serverCloseMs: rules.SERVER_CLOSE_MS,
  abandonedStatementMs: rules.ABANDONED_STATEMENT_MS,
  endpointTimeoutMs: rules.ENDPOINT_TIMEOUT_MS,
  clientCloseMs: rules.CLIENT_CLOSE_MS,
  idleTransactionMs: rules.IDLE_TRANSACTION_MS,
}

/** Opens the listeners. @throws Error of Node (EADDRINUSE …) when a port is not available; none is left open then */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const limits = { ...defaultLimits, ...options.limits }
  const log = options.log ?? (() => undefined)
  const core = new GatewayCore({ limits, log, clock: processClock, network: sockets })
  const logins = new Set<net.Socket>()
  const context: LoginContext = {
    resolve: async (login) => {
      try {
        return await options.resolve(login)
      } catch (error) {
        if (error instanceof PostgresError) throw error
        log(`The login of ${JSON.stringify(login.user)} could not be looked up: ${String(error)}`)
        throw new PostgresError('08006', 'The pooler cannot look up this login at the moment.', {
          hint: 'Try again in a moment.',
        })
      }
    },
    secureContext: options.tls && tls.createSecureContext(options.tls),
    endPoint: options.tls && endPointHash(options.tls.cert),
    mockSecret: randomBytes(32),
    onLogin: options.onLogin ?? (() => undefined),
  }

  const accept = async (socket: net.Socket, listener: Listener) => {
    logins.add(socket)
    const stream = new PacketStream(socket)
    const deadline = setTimeout(() => socket.destroy(), limits.loginTimeoutMs)
    try {
      if (logins.size > rules.LOGINS_MAX)
        throw new PostgresError('53300', 'Too many connections are logging in at the same time.')
      const result = await logIn(stream, listener, context)
      if (result.kind === 'cancel') {
        await core.cancel(result.pid, result.secret)
        stream.socket.end()
      } else await core.admitClient(result, stream, listener.mode)
    } catch (error) {
      if (error instanceof ConnectionGone) return stream.socket.destroy()
      if (stream.socket.writable) stream.socket.end(serverMessages.error(asPostgresError(error)))
      stream.socket.destroySoon()
    } finally {
      clearTimeout(deadline)
      logins.delete(socket)
    }
  }

  const listeners = new Listeners((socket, listener) => void accept(socket, listener))
  try {
    for (const listener of options.listeners) await listeners.open(listener)
  } catch (error) {
    listeners.closeAll()
    throw error
  }
  const sweeping = setInterval(() => core.sweep(), limits.sweepEveryMs)
  sweeping.unref()

  return {
    get ports() {
      return listeners.ports
    },
    listen: (listener) => listeners.open(listener),
    unlisten: (name) => listeners.close(name),
    statistics: () => core.statistics(),
    disconnect: (group, only, why) => core.disconnect(group, only, why),
    release: (group) => core.release(group),

    async close({ drainMs = rules.DRAIN_MS } = {}) {
      clearInterval(sweeping)
      const closed = listeners.closeAll()
      for (const socket of logins) socket.destroy()
      await core.close(drainMs)
      await closed
    },
  }
}
