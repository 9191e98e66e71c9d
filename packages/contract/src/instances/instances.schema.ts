import { z } from 'zod'
import { DatabasePassword } from '../projects/projects.schema.ts'

/** Details of a project's database. Fields that only a running database can report are null otherwise. */
export const InstanceFacts = z
  .object({
    /** `18.4` */
    version: z.string(),
    host: z.string().nullable(),
    port: z.number().nullable(),
    /** The last change of `port`. */
    port_moved: z.object({ from: z.number(), to: z.number(), at: z.iso.datetime() }).nullable(),
    database: z.string(),
    user: z.string(),
    /** Bytes on disk, including the write-ahead log. */
    disk_bytes: z.number(),
    /** `pg_database_size` of the database, in bytes. */
    database_bytes: z.number().nullable(),
    connections: z.object({ used: z.number(), max: z.number() }).nullable(),
    started_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'InstanceFacts' })
export type InstanceFacts = z.infer<typeof InstanceFacts>

/** The machine that all projects' databases run on. */
export const Machine = z
  .object({
    /** Available logical CPUs. */
    cpus: z.number().int(),
    memory_bytes: z.number(),
    /** The disk that holds all databases. */
    disk_total_bytes: z.number(),
    disk_free_bytes: z.number(),
    /** Whether a copy of a database on that disk shares its blocks until they change, so that it needs no room at first. */
    shares_blocks: z.boolean(),
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
  /** Ends every connection of the role `postgres` and cancels its queries. */
  end_connections: z.boolean().default(false),
})
export type NewDatabasePassword = z.infer<typeof NewDatabasePassword>
