import type { GatewayOptions } from '@basalt/postgres-gateway/gateway-options.ts'
import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import type { LoginListener, PoolMode, Resolver } from '@basalt/postgres-gateway/resolver.ts'
import type { TlsIdentity } from '@basalt/postgres-gateway/tls/self-signed-certificate.ts'
import { gatewayTimes, timesOf } from './pooler-times.ts'
import { PORTS_TRIED } from './poolers.rules.ts'

interface Options<Opened> {
  host: string
  ports: Record<PoolMode, number>
  tls: TlsIdentity
  resolve: Resolver
  onLogin?: LoginListener
  log: (line: string) => void
  /** Starts the gateway, in its own process or in this one. */
  run: (options: GatewayOptions) => Promise<Opened>
}

/**
 * Opens the shared poolers of all projects. A taken port does not prevent a start: the next free one is used, and `ports`
 * of the result says which. Throws an Error when `PORTS_TRIED` ports are taken.
 */
export async function openPoolers<Opened extends GatewayControl>(options: Options<Opened>): Promise<Opened> {
  const { host, ports, tls, resolve, onLogin, log, run } = options
  const nextPorts = { ...ports }
  for (let attempt = 0; ; attempt += 1)
    try {
      const listeners = (['session', 'transaction'] as const).map((mode) => ({
        name: mode,
        mode,
        host,
        port: nextPorts[mode],
      }))
      return await run({
        resolve,
        listeners,
        tls,
        log,
        ...(onLogin && { onLogin }),
        limits: gatewayTimes(timesOf({})),
      })
    } catch (error) {
      const { code, port } = error as NodeJS.ErrnoException & { port?: number }
      const mode = nextPorts.session === port ? 'session' : 'transaction'
      if (code !== 'EADDRINUSE' || attempt >= PORTS_TRIED) throw error
      nextPorts[mode] += 1
      log(`Port ${port} is taken, so the ${mode} pooler tries ${nextPorts[mode]}`)
    }
}
