import { z } from 'zod'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'
import { PUBLICATIONS_MAX, subscribedTableStates } from './replication.rules.ts'

const CONNECTION_STRING_MAX = 2000
/** PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

export const Subscription = z.object({
  name: z.string(),
  owner: z.string(),
  is_enabled: z.boolean(),
  /** Whether its worker receives from the publisher. */
  is_connected: z.boolean(),
  publications: z.array(z.string()),
  /** Null when it has none, so that it leaves nothing at the publisher. */
  slot_name: z.string().nullable(),
  /** When the publisher was last heard of, in ISO 8601; null when it never was. */
  last_message_at: z.string().nullable(),
  /** Failures of applying and of copying since it was created. */
  failures: z.number().int(),
  /** At most SUBSCRIBED_TABLES_LISTED. */
  tables: z.array(z.object({ schema: z.string(), name: z.string(), state: z.enum(subscribedTableStates) })),
  table_count: z.number().int(),
  /** Whether an import owns it, which alone may change it. */
  is_of_import: z.boolean(),
})
export type Subscription = z.output<typeof Subscription>

export const ReplicationSlot = z.object({
  name: z.string(),
  kind: z.enum(['logical', 'physical']),
  plugin: z.string().nullable(),
  is_temporary: z.boolean(),
  /** Whether the platform keeps it, for a replica, backups or a branch. Nobody else may drop it. */
  is_of_platform: z.boolean(),
  is_active: z.boolean(),
  /** The address of the subscriber; null while there is none, or over a socket. */
  client: z.string().nullable(),
  /** WAL that the subscriber has not confirmed; null when it is unknown. */
  lag_bytes: z.number().nullable(),
  /** How long ago the oldest unconfirmed change was sent; null while no subscriber is connected. */
  lag_seconds: z.number().nullable(),
  /** WAL that is kept for it on the disk. */
  held_bytes: z.number().nullable(),
  wal_status: z.enum(['reserved', 'extended', 'unreserved', 'lost']).nullable(),
  /** WAL that may still be written before the slot is lost; null without a limit. */
  safe_wal_bytes: z.number().nullable(),
  /** Since when no subscriber has been connected, in ISO 8601; null while one is. */
  inactive_since: z.string().nullable(),
})
export type ReplicationSlot = z.output<typeof ReplicationSlot>

export const Replication = z.object({
  wal_level: z.string(),
  max_slots: z.number().int(),
  /** WAL in bytes that a slot may hold before it is lost; null without a limit. */
  max_slot_bytes: z.number().nullable(),
  publications: z.array(z.string()),
  subscriptions: z.array(Subscription),
  slots: z.array(ReplicationSlot),
})
export type Replication = z.output<typeof Replication>

const Name = Text.min(1, 'Enter a name').max(NAME_MAX)

const ConnectionString = Text.max(CONNECTION_STRING_MAX)

const publications = z
  .array(Name)
  .min(1, 'Name at least one publication')
  .max(PUBLICATIONS_MAX)
  .refine((names) => new Set(names).size === names.length, 'Name each publication once')

export const NewSubscription = z.strictObject({
  /** Also the name of its slot at the publisher: lower-case letters, digits and underscores. */
  name: Name.regex(/^[a-z0-9_]+$/, 'Use lower-case letters, digits and underscores'),
  /** `postgresql://user:password@host:5432/database` of the publisher. */
  connection_string: ConnectionString,
  publications,
  /** Whether the rows that the tables hold already are copied first. */
  copies_rows: z.boolean().default(true),
})
export type NewSubscription = z.output<typeof NewSubscription>

export const SubscriptionChange = z.union([
  z.strictObject({
    /** `refresh` adds the tables that the publications have got since. */
    action: z.enum(['enable', 'disable', 'refresh']),
  }),
  z
    .strictObject({
      action: z.literal('edit'),
      /** All publications from now on; absent to keep those that it has. */
      publications: publications.optional(),
      /** Replaces the stored one; absent to keep it. */
      connection_string: ConnectionString.optional(),
    })
    .refine(
      ({ publications: names, connection_string }) => names !== undefined || connection_string !== undefined,
      'Change the publications or the connection string',
    ),
])
export type SubscriptionChange = z.output<typeof SubscriptionChange>

export const SubscriptionParams = ProjectParams.extend({ name: z.string().min(1).max(NAME_MAX) })
export const SlotParams = SubscriptionParams

export const DropSubscriptionQuery = z.object({
  /** Leaves the slot at a publisher that is away. */
  leaves_slot: z.enum(['true', 'false']).default('false'),
})
