import type { LoginWatch, PoolMode, PoolTimes, Resolver } from './resolver.ts'
import type { TlsIdentity } from './tls/self-signed-certificate.ts'

export interface Listener {
  name: string
  mode: PoolMode
  host: string
  /** 0 for any that is free. */
  port: number
  /** Of the host `::`, which takes IPv4 as well unless said. */
  ipv6Only?: boolean
}

export interface GatewayOptions {
  resolve: Resolver
  onLogin?: LoginWatch
  listeners: readonly Listener[]
  /** Without it, connections are never encrypted. */
  tls?: TlsIdentity
  /** Milliseconds and bytes where the defaults of `gateway.rules.ts` do not fit. */
  limits?: Partial<GatewayLimits>
  /** Told of what nobody else is: a failure of the resolver, a server that cannot be reached. Never of secrets. */
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
  farewellMs: number
  idleTransactionMs: number
}
