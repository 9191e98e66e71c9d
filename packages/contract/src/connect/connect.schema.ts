import { z } from 'zod'
import { cloudProviders, computeSizes } from '../projects/projects.rules.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { connectMethodIds, poolerKinds } from './connect.rules.ts'

/** Identifies one of a project's databases; the primary's is the ref. */
export const DatabaseIdentifier = z.string().min(1).max(64)

/** A database of a project and how to connect to it. */
export const Database = z
  .object({
    identifier: z.string(),
    database_type: z.enum(['PRIMARY', 'READ_REPLICA']),
    region: z.string(),
    status: z.string(),
    infra_compute_size: z.enum(computeSizes),
    /** The other name of `infra_compute_size`. */
    size: z.enum(computeSizes),
    cloud_provider: z.enum(cloudProviders),
    db_host: z.string(),
    db_port: z.number().int(),
    db_name: z.string(),
    db_user: z.string(),
    /** A URI with a placeholder for the password. */
    connection_string: z.string(),
    /** The older name of `connection_string`. */
    connectionString: z.string(),
    /** Of the primary of a project with read replicas: sessions that only read, at the replicas in turn, by the session pooler. */
    connection_string_read_only: z.string().optional(),
    /** The URL of the project's own APIs. */
    restUrl: z.string(),
    inserted_at: z.iso.datetime(),
  })
  .meta({ id: 'Database' })
export type Database = z.infer<typeof Database>

/** The outcome of a login through the host and port of a connection string. */
export const ConnectionCheck = z
  .object({
    /** Null when not tried: the address belongs to another machine, which must not receive the password. */
    reached: z.boolean().nullable(),
    /** Milliseconds until the first query was answered; null when the login failed. */
    latency_ms: z.number().nullable(),
    /** Whether the connection was encrypted. */
    tls: z.boolean(),
    /** The role that the database reports. */
    role: z.string().nullable(),
    /** Why it failed and what to do. */
    failure: z.string().nullable(),
  })
  .meta({ id: 'ConnectionCheck' })
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

/** The connection method to try; `pooler` only matters for `transaction`. */
export const ConnectionMethodQuery = z.object({
  method: z.enum(connectMethodIds).default('direct'),
  pooler: z.enum(poolerKinds).default('shared'),
})
export type ConnectionMethodQuery = z.infer<typeof ConnectionMethodQuery>

export const DatabaseParams = z.object({ ref: ProjectRef, identifier: DatabaseIdentifier })
