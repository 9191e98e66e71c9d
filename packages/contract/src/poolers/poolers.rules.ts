import type { PlanId } from '../organizations/organizations.rules.ts'

/** Whether a client gets a server connection for each transaction, or keeps one for its session. */
export const poolModes = ['transaction', 'session'] as const
export type PoolMode = (typeof poolModes)[number]

/** Server connections per role, database and mode, unless set: a quarter of an instance's 60. */
export const DEFAULT_POOL_SIZE = 15
export const POOL_SIZE_MIN = 1
/** An instance accepts 60 connections; SQL editors, APIs and direct clients need the rest. */
export const POOL_SIZE_MAX = 40

/** Concurrent clients of a project across both shared poolers, unless set. */
export const DEFAULT_CLIENTS = 200
export const CLIENTS_MIN = 1
export const CLIENTS_MAX = 5_000

/** Timeouts in seconds, named as in PgBouncer, with their defaults and bounds. */
export const poolerTimes = {
  /** How long a client waits for a server connection before it gets an error. */
  query_wait_timeout: { default: 15, min: 1, max: 600 },
  /** How long a server connection may be idle before it is closed. */
  server_idle_timeout: { default: 600, min: 5, max: 86_400 },
  /** The age at which a server connection is closed when it is next released. */
  server_lifetime: { default: 3_600, min: 60, max: 86_400 },
} as const
export type PoolerTime = keyof typeof poolerTimes

/** Every plan but the free one includes a dedicated pooler. */
export const hasDedicatedPooler = (plan: PlanId) => plan !== 'free'
