import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { Text } from '../../text.ts'
import { changesOf, globalListQuery, objectFacts, objectPage } from '../database-objects.schema.ts'
import { Enabled } from '../triggers/triggers.schema.ts'
import { EVENT_TAGS_MAX } from './event-triggers.rules.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)

/** Only superusers create event triggers on `login`. */
const DatabaseEvent = z.enum(['ddl_command_start', 'ddl_command_end', 'sql_drop', 'table_rewrite', 'login'])
export type DatabaseEvent = z.infer<typeof DatabaseEvent>

export const EventTriggerListQuery = globalListQuery(['name', 'event']).extend({
  /** List those of the platform too. */
  platform: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})
export type EventTriggerListQuery = z.output<typeof EventTriggerListQuery>

export const ListedEventTrigger = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    event: DatabaseEvent,
    /** Commands that it fires for; empty for all of the event. */
    tags: z.array(z.string()),
    enabled: Enabled,
    function: z.object({ id: z.number().int(), schema: z.string(), name: z.string() }),
    /** The owner of its function, to whom it belongs: PostgreSQL has a superuser as the owner of each event trigger. */
    owner: z.string(),
    /** Does the platform rely on it? */
    is_protected: z.boolean(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'ListedEventTrigger' })
export type ListedEventTrigger = z.infer<typeof ListedEventTrigger>

export const EventTriggerPage = objectPage(ListedEventTrigger).meta({ id: 'EventTriggerPage' })

/** An event trigger as a form has it. */
export const EventTriggerDraft = z
  .strictObject({
    name: Name,
    comment: Text.max(100_000).nullable(),
    event: DatabaseEvent,
    /** Such as `CREATE TABLE`; empty for every command of the event. */
    tags: z.array(Text.max(100)).max(EVENT_TAGS_MAX),
    function: z.strictObject({ schema: SchemaName, name: Name }),
    enabled: Enabled,
  })
  .meta({ id: 'EventTriggerDraft' })
export type EventTriggerDraft = z.infer<typeof EventTriggerDraft>

export const EventTrigger = z
  .object({
    ...objectFacts,
    draft: EventTriggerDraft,
    /** The oid of its function. */
    function_id: z.number().int(),
    is_protected: z.boolean(),
  })
  .meta({ id: 'EventTrigger' })
export type EventTrigger = z.infer<typeof EventTrigger>

export const EventTriggerChange = changesOf('event_trigger', EventTriggerDraft)
