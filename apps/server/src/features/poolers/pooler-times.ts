import { type PoolerTime, poolerTimes } from '@basalt/contract/poolers/poolers.rules.ts'
import type { PoolTimes } from '@basalt/postgres-gateway/resolver.ts'

/** Seconds. */
export type Times = Record<PoolerTime, number>

/** The chosen times, or the defaults. */
export const timesOf = (chosen: Partial<Record<PoolerTime, number | null>>): Times => ({
  query_wait_timeout: chosen.query_wait_timeout ?? poolerTimes.query_wait_timeout.default,
  server_idle_timeout: chosen.server_idle_timeout ?? poolerTimes.server_idle_timeout.default,
  server_lifetime: chosen.server_lifetime ?? poolerTimes.server_lifetime.default,
})

/** In milliseconds, as the gateway needs them. */
export const gatewayTimes = (times: Times): PoolTimes => ({
  queueTimeoutMs: times.query_wait_timeout * 1000,
  serverIdleMs: times.server_idle_timeout * 1000,
  serverLifetimeMs: times.server_lifetime * 1000,
})
