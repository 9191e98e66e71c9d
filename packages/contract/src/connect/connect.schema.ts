import { z } from 'zod'
import { computeSizes } from '../projects/projects.rules.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { connectMethodIds, poolerKinds } from './connect.rules.ts'

/** Names one of a project's databases: the primary's is the ref. */
export const DatabaseIdentifier = z.string().min(1).max(64)

/** A database of a project that can be connected to: the primary, whose identifier is the ref. */
export const Database = z
  .object({
    identifier: z.string(),
    database_type: z.enum(['PRIMARY', 'READ_REPLICA']),
    region: z.string(),
    status: z.string(),
    infra_compute_size: z.enum(computeSizes),
    db_host: z.string(),
    db_port: z.number().int(),
    db_name: z.string(),
    db_user: z.string(),
    /** A URI with a placeholder for the password. */
    connection_string: z.string(),
    /** The older name of `connection_string`. */
    connectionString: z.string(),
    /** Where the project's own APIs are. */
    restUrl: z.string(),
    inserted_at: z.iso.datetime(),
  })
  .meta({ id: 'Database' })
export type Database = z.infer<typeof Database>

/** What came of logging in through the very host and port that a connection string names. */
export const ConnectionCheck = z
  .object({
    /** Null when nobody tried: the address leads to another machine, which is not given the password. */
    reached: z.boolean().nullable(),
    /** Milliseconds until the first answer to a query; null when nobody was let in. */
    latency_ms: z.number().nullable(),
    /** Whether the connection was encrypted. */
    tls: z.boolean(),
    /** Who the database says one is. */
    role: z.string().nullable(),
    /** Why it failed and what to do, in words. */
    failure: z.string().nullable(),
  })
  .meta({ id: 'ConnectionCheck' })
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

/** The way to try; `pooler` counts for transactions only. */
export const CheckedWay = z.object({
  method: z.enum(connectMethodIds).default('direct'),
  pooler: z.enum(poolerKinds).default('shared'),
})
export type CheckedWay = z.infer<typeof CheckedWay>

export const DatabaseParams = z.object({ ref: ProjectRef, identifier: DatabaseIdentifier })
