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

/** A pooler of the project's own comes with every plan but the free one. */
export const hasDedicatedPooler = (plan: PlanId) => plan !== 'free'
