import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { RESTART_DELAYS_MS, STABLE_AFTER_MS } from '../gateway.rules.ts'
import type { Gateway } from '../gateway.ts'
import type { GatewayOptions, Listener } from '../gateway-options.ts'
import { poolName, type Route } from '../resolver.ts'
import { noStatistics } from '../statistics.ts'
import { type PlainRoute, RpcPeer } from './rpc.ts'

/** A gateway in this or another process, so calls may be asynchronous. */
export interface GatewayControl extends Pick<Gateway, 'ports' | 'listen' | 'disconnect' | 'close'> {
  unlisten(name: string): Promise<void> | void
  statistics(): Promise<ReturnType<Gateway['statistics']>> | ReturnType<Gateway['statistics']>
  release(group: string): Promise<boolean>
}

export interface GatewayProcess extends GatewayControl {
  /** The current process id; undefined during a restart. */
  readonly pid: number | undefined
}

type Served = 'resolve' | 'endpoint' | 'loggedIn' | 'log'
type Called = 'start' | 'listen' | 'unlisten' | 'disconnect' | 'release' | 'statistics' | 'close'

interface Running {
  child: ChildProcess
  rpc: RpcPeer<Served, Called>
}

const CHILD = new URL('./gateway-child.ts', import.meta.url)

/**
 * Runs a gateway in a separate process, so that its work and this process's do not delay each other. When it ends
 * unexpectedly it is restarted on the same ports; only its clients lose their connections.
 * @throws Error of Node (EADDRINUSE …) when a port is not available at first
 */
export async function startGatewayProcess(
  options: GatewayOptions & { nodeFlags?: readonly string[] },
): Promise<GatewayProcess> {
  const { listeners, tls, limits, resolve, onLogin, log = () => undefined, nodeFlags = [] } = options
  /** The listeners by name, each with its port. */
  const wanted = new Map<string, Listener>(listeners.map((listener) => [listener.name, listener]))
  const ports = new Map<string, number>()
  /** The newest route of what shares server connections, to resolve its endpoint. */
  const routes = new Map<string, Route>()
  let running: Promise<Running>
  let pid: number | undefined
  let isClosing = false
  let crashes = 0

  const setPort = (name: string, port: number) => {
    ports.set(name, port)
    const listener = wanted.get(name)
    if (listener) wanted.set(name, { ...listener, port })
  }

  const launch = async (): Promise<Running> => {
    const child = fork(CHILD, [], {
      serialization: 'advanced',
      execArgv: ['--enable-source-maps', ...nodeFlags],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const rpc = new RpcPeer<Served, Called>(
      { send: (envelope) => void (child.connected && child.send(envelope as never)) },
      {
        async resolve(login): Promise<PlainRoute | undefined> {
          const route = await resolve(login)
          if (!route) return undefined
          routes.set(poolName(route), route)
          const { endpoint: _, ...rest } = route
          return rest
        },
        endpoint(pool) {
          const route = routes.get(pool)
          if (!route) throw new Error(`No login of ${pool} has been looked up`)
          return route.endpoint()
        },
        loggedIn: ({ login, isIn }) => void onLogin?.(login, isIn),
        log: (line) => void log(line),
      },
    )
    child.on('message', (message) => void rpc.receive(message))
    child.on('error', (error) => log(`The pooler process: ${error.message}`))
    child.once('exit', (code, signal) => rpc.end(new Error(`The pooler process ended (${signal ?? code})`)))
    try {
      const opened = await rpc.call('start', {
        listeners: [...wanted.values()],
        ...(tls && { tls }),
        ...(limits && { limits }),
      })
      for (const [name, port] of Object.entries(opened)) setPort(name, port)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
    pid = child.pid
    const since = performance.now()
    child.once('exit', (code, signal) => {
      pid = undefined
      if (isClosing) return
      crashes = performance.now() - since > STABLE_AFTER_MS ? 0 : crashes + 1
      log(`The pooler process ended (${signal ?? code}) and is being restarted.`)
      running = relaunch()
    })
    return { child, rpc }
  }

  /** Retries until the process runs, because the obstacle may be temporary. */
  const relaunch = async (): Promise<Running> => {
    for (;;) {
      const delay = RESTART_DELAYS_MS[Math.min(crashes, RESTART_DELAYS_MS.length - 1)]!
      if (delay > 0) await new Promise((done) => setTimeout(done, delay))
      if (isClosing) throw new Error('The pooler is closed')
      try {
        return await launch()
      } catch (error) {
        crashes += 1
        log(`The pooler process could not be started: ${(error as Error).message}`)
      }
    }
  }

  running = launch()
  await running

  /** Calls the gateway process; while there is none, returns what a new one would. */
  const callOr = async <T>(otherwise: T, call: (rpc: Running['rpc']) => Promise<T>): Promise<T> => {
    try {
      return await call((await running).rpc)
    } catch (error) {
      if (pid === undefined) return otherwise
      throw error
    }
  }

  return {
    get pid() {
      return pid
    },
    get ports() {
      return Object.fromEntries(ports)
    },

    async listen(listener) {
      wanted.set(listener.name, listener)
      try {
        const port = await (await running).rpc.call('listen', listener)
        setPort(listener.name, port)
        return port
      } catch (error) {
        wanted.delete(listener.name)
        throw error
      }
    },

    async unlisten(name) {
      wanted.delete(name)
      ports.delete(name)
      await callOr(undefined, (rpc) => rpc.call('unlisten', name))
    },

    statistics: () => callOr(noStatistics(), (rpc) => rpc.call('statistics', undefined)),

    disconnect(group, only, why) {
      void callOr(undefined, (rpc) =>
        rpc.call('disconnect', { group, ...(only && { only }), ...(why && { why }) }),
      )
    },

    release: (group) => callOr(true, (rpc) => rpc.call('release', group)),

    async close(closing = {}) {
      isClosing = true
      // Rejects when the process ended and was not restarted: then there is nothing to close.
      const last = await running.catch(() => undefined)
      if (!last) return
      const ended = last.child.exitCode === null && last.child.signalCode === null && once(last.child, 'exit')
      await last.rpc.call('close', closing).catch((error: Error) => {
        // A process that has ended is closed; one that still runs ends when it is disconnected.
        if (pid !== undefined) log(`The pooler did not close cleanly: ${error.message}`)
      })
      if (last.child.connected) last.child.disconnect()
      await ended
    },
  }
}
