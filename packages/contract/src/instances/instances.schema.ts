import { z } from 'zod'
import { DatabasePassword } from '../projects/projects.schema.ts'

/** What the running database says of itself. Fields that only a running one knows are null otherwise. */
export const InstanceFacts = z
  .object({
    /** `18.4` */
    version: z.string(),
    host: z.string().nullable(),
    port: z.number().nullable(),
    /** The last change of that port. */
    port_moved: z.object({ from: z.number(), to: z.number(), at: z.iso.datetime() }).nullable(),
    database: z.string(),
    user: z.string(),
    /** Bytes on the disk, write-ahead log included. */
    disk_bytes: z.number(),
    /** Bytes of the database itself, as pg_database_size counts. */
    database_bytes: z.number().nullable(),
    connections: z.object({ used: z.number(), max: z.number() }).nullable(),
    started_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'InstanceFacts' })
export type InstanceFacts = z.infer<typeof InstanceFacts>

/** The machine that a project's database runs on. It is shared by all projects. */
export const Machine = z
  .object({
    /** Processors available to programs on this machine. */
    cpus: z.number().int(),
    memory_bytes: z.number(),
    /** The disk that holds all databases. */
    disk_total_bytes: z.number(),
    disk_free_bytes: z.number(),
  })
  .meta({ id: 'Machine' })
export type Machine = z.infer<typeof Machine>

export const InstanceLogEntry = z
  .object({
    time: z.string(),
    severity: z.string(),
    message: z.string(),
    detail: z.string().nullable(),
    hint: z.string().nullable(),
    statement: z.string().nullable(),
    sqlstate: z.string().nullable(),
    user: z.string().nullable(),
  })
  .meta({ id: 'InstanceLogEntry' })
export type InstanceLogEntry = z.infer<typeof InstanceLogEntry>

export const NewDatabasePassword = z.strictObject({
  password: DatabasePassword,
  /** Cuts every connection that is logged in as `postgres`, with what runs on it. */
  end_connections: z.boolean().default(false),
})
export type NewDatabasePassword = z.infer<typeof NewDatabasePassword>
