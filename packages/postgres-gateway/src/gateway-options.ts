import type { LoginListener, PoolMode, PoolTimes, Resolver } from './resolver.ts'
import type { TlsIdentity } from './tls/self-signed-certificate.ts'

export interface Listener {
  name: string
  mode: PoolMode
  host: string
  /** 0 for any free port. */
  port: number
  /** For the host `::`, which also takes IPv4 unless this is true. */
  ipv6Only?: boolean
}

export interface GatewayOptions {
  resolve: Resolver
  onLogin?: LoginListener
  listeners: readonly Listener[]
  /** Without it, connections are never encrypted. */
  tls?: TlsIdentity
  /** Overrides of the defaults in `gateway.rules.ts`: milliseconds and bytes. */
  limits?: Partial<GatewayLimits>
  /** Called for failures that no client sees: a failing resolver, an unreachable server. Never contains secrets. */
  log?: (line: string) => void
}

export interface GatewayLimits extends PoolTimes {
  loginTimeoutMs: number
  connectTimeoutMs: number
  sweepEveryMs: number
  stalledClientMs: number
  heldMessageMaxBytes: number
  preparedPerServerMax: number
  serverTaskMs: number
  serverCloseMs: number
  abandonedStatementMs: number
  endpointTimeoutMs: number
  clientCloseMs: number
  idleTransactionMs: number
}
