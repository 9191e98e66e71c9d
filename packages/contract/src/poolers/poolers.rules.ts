import type { PlanId } from '../organizations/organizations.rules.ts'

/** Whether a project's clients share server connections between transactions, or keep one for their session. */
export const poolModes = ['transaction', 'session'] as const
export type PoolMode = (typeof poolModes)[number]

/** Server connections for each role, database and mode when nobody says how many: a quarter of what a server takes. */
export const DEFAULT_POOL_SIZE = 15
export const POOL_SIZE_MIN = 1
/** An instance takes 60 connections: editors, APIs and people need theirs. */
export const POOL_SIZE_MAX = 40

/** Clients of a project at a time, through both shared poolers together, when nobody says how many. */
export const DEFAULT_CLIENTS = 200
export const CLIENTS_MIN = 1
export const CLIENTS_MAX = 5_000

/** Seconds, by the names that PgBouncer gave them: what a pooler goes by when nobody says otherwise, and what may be said. */
export const poolerTimes = {
  /** That a client waits for a server connection before it is told that there are too few. */
  query_wait_timeout: { default: 15, min: 1, max: 600 },
  /** That nobody uses a server connection before it is closed. */
  server_idle_timeout: { default: 600, min: 5, max: 86_400 },
  /** That a server connection lives; then it is closed when it is next given back. */
  server_lifetime: { default: 3_600, min: 60, max: 86_400 },
} as const
export type PoolerTime = keyof typeof poolerTimes

/** A pooler of the project's own comes with every plan but the free one. */
export const hasDedicatedPooler = (plan: PlanId) => plan !== 'free'
