import { z } from 'zod'
import {
  CLIENTS_MAX,
  CLIENTS_MIN,
  POOL_SIZE_MAX,
  POOL_SIZE_MIN,
  type PoolerTime,
  poolerTimes,
  poolModes,
} from './poolers.rules.ts'

const where = {
  /** A URI with a placeholder for the password. */
  connection_string: z.string(),
  /** The older name of `connection_string`. */
  connectionString: z.string(),
  db_host: z.string(),
  db_port: z.number().int(),
  db_name: z.string(),
  db_user: z.string(),
}

/** One endpoint of the shared pooler. */
export const SharedPooler = z
  .object({
    /** The database; the primary's is the ref. */
    identifier: z.string(),
    database_type: z.enum(['PRIMARY', 'READ_REPLICA']),
    ...where,
    /** Server connections per role, database and mode. */
    default_pool_size: z.number().int(),
    /** Concurrent clients of the project. */
    max_client_conn: z.number().int(),
    is_using_scram_auth: z.literal(true),
    pool_mode: z.enum(poolModes),
  })
  .meta({ id: 'SharedPooler' })
export type SharedPooler = z.infer<typeof SharedPooler>

export const dedicatedPoolerStatuses = [
  'COMING_UP',
  'COMING_DOWN',
  'RELOADING',
  'ENABLED',
  'DISABLED',
] as const

/** The pooler of a single project. */
export const DedicatedPooler = z
  .object({
    ...where,
    db_dns_name: z.string(),
    /** Whether the plan includes one. */
    pgbouncer_enabled: z.boolean(),
    pgbouncer_status: z.enum(dedicatedPoolerStatuses),
    pool_mode: z.enum([...poolModes, 'statement']),
    default_pool_size: z.number().int(),
    max_client_conn: z.number().int(),
    /** Startup parameters that are accepted but not forwarded, separated by commas. */
    ignore_startup_parameters: z.string(),
    /** Seconds. */
    query_wait_timeout: z.number().int(),
    reserve_pool_size: z.number().int(),
    /** Seconds. */
    server_idle_timeout: z.number().int(),
    /** Seconds. */
    server_lifetime: z.number().int(),
    ssl_enforced: z.boolean(),
    inserted_at: z.iso.datetime(),
  })
  .meta({ id: 'DedicatedPooler' })
export type DedicatedPooler = z.infer<typeof DedicatedPooler>

/** The reasons for closing server connections. */
export const poolClosings = [
  'idle',
  'lifetime',
  'replaced',
  'gave_way',
  'abandoned',
  'timed_out',
  'shut_down',
  'lost',
] as const

/** One pool: the server connections shared by the clients of one role, database and mode. */
export const PoolActivity = z
  .object({
    pool_mode: z.enum(poolModes),
    role: z.string(),
    database: z.string(),
    clients: z.object({
      idle: z.number().int(),
      active: z.number().int(),
      waiting: z.number().int(),
      /** Active clients that keep their server connection beyond the transaction. */
      pinned: z.number().int(),
    }),
    servers: z.object({
      idle: z.number().int(),
      active: z.number().int(),
      opening: z.number().int(),
      closing: z.number().int(),
      /** The current maximum. */
      max: z.number().int(),
    }),
    /** Milliseconds; 0 when no client waits. */
    longest_wait_ms: z.number().int(),
    /** Since the pool was created. */
    totals: z.object({
      transactions: z.number().int(),
      waits: z.number().int(),
      waited_ms: z.number().int(),
      /** Clients that gave up waiting. */
      timeouts: z.number().int(),
      opened: z.number().int(),
      closed: z.record(z.enum(poolClosings), z.number().int()),
    }),
  })
  .meta({ id: 'PoolActivity' })
export type PoolActivity = z.infer<typeof PoolActivity>

const between = (what: string, min: number, max: number) => {
  const words = `${what} is a whole number between ${min.toLocaleString('en')} and ${max.toLocaleString('en')}`
  return z.number(words).int(words).min(min, words).max(max, words)
}

const sizes = {
  /** Null for the default. */
  default_pool_size: between('The pool size', POOL_SIZE_MIN, POOL_SIZE_MAX).nullable(),
  /** Null for the default. */
  max_client_conn: between('The number of clients', CLIENTS_MIN, CLIENTS_MAX).nullable(),
}
const seconds = (what: string, time: PoolerTime) =>
  between(what, poolerTimes[time].min, poolerTimes[time].max).nullable()

/** Seconds; null for the default. */
const times = {
  query_wait_timeout: seconds('The wait for a connection in seconds', 'query_wait_timeout'),
  server_idle_timeout: seconds('The time a connection may be idle in seconds', 'server_idle_timeout'),
  server_lifetime: seconds('The lifetime of a connection in seconds', 'server_lifetime'),
}
const sharedFields = {
  pool_mode: z.enum(poolModes, 'The pool mode is transaction or session'),
  ...sizes,
}

/** The project's settings; null for defaults. */
export const SharedPoolerSettings = z.object(sharedFields).meta({ id: 'SharedPoolerSettings' })
export type SharedPoolerSettings = z.infer<typeof SharedPoolerSettings>

export const DedicatedPoolerSettings = z
  .object({ ...sizes, ...times })
  .meta({ id: 'DedicatedPoolerSettings' })
export type DedicatedPoolerSettings = z.infer<typeof DedicatedPoolerSettings>

/** The values of the dashboard's form. */
export const SharedPoolerForm = z.strictObject(sharedFields)
export const DedicatedPoolerForm = z.strictObject({ ...sizes, ...times })

const isNotEmpty = (change: object) => Object.keys(change).length > 0

/** Omitted fields stay unchanged. */
export const SharedPoolerChange = SharedPoolerForm.partial().refine(
  isNotEmpty,
  'Name at least one field to change',
)
export type SharedPoolerChange = z.infer<typeof SharedPoolerChange>
export const DedicatedPoolerChange = DedicatedPoolerForm.partial().refine(
  isNotEmpty,
  'Name at least one field to change',
)
export type DedicatedPoolerChange = z.infer<typeof DedicatedPoolerChange>
