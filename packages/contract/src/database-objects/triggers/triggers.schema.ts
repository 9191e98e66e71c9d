import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { Text } from '../../text.ts'
import { COLUMNS_OF_TRIGGER_MAX, SQL_FRAGMENT_MAX, TRIGGER_ARGUMENTS_MAX } from '../database-objects.rules.ts'
import { changesOf, objectFacts, objectListQuery, objectPage } from '../database-objects.schema.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)
const ObjectName = z.strictObject({ schema: SchemaName, name: Name })

const Timing = z.enum(['before', 'after', 'instead_of'])
const Event = z.enum(['insert', 'update', 'delete', 'truncate'])
const Level = z.enum(['row', 'statement'])
/** In which replication role of the session it fires: `origin` in all but `replica`. */
export const Enabled = z.enum(['origin', 'always', 'replica', 'disabled'])

export const TriggerListQuery = objectListQuery(['name', 'table'])
export type TriggerListQuery = z.output<typeof TriggerListQuery>

/** A function, with its oid. */
const CalledFunction = z.object({ id: z.number().int(), schema: z.string(), name: z.string() })

export const ListedTrigger = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    table: z.object({ id: z.number().int(), name: z.string() }),
    timing: Timing,
    events: z.array(Event),
    level: Level,
    function: CalledFunction,
    enabled: Enabled,
    comment: z.string().nullable(),
  })
  .meta({ id: 'ListedTrigger' })
export type ListedTrigger = z.infer<typeof ListedTrigger>

export const TriggerPage = objectPage(ListedTrigger).meta({ id: 'TriggerPage' })

/** A trigger of a table or view as a form has it. */
export const TriggerDraft = z
  .strictObject({
    /** Of the table. */
    schema: SchemaName,
    table: Name,
    name: Name,
    comment: Text.max(100_000).nullable(),
    timing: Timing,
    events: z.array(Event).max(4),
    /** Of `update of`; empty for every column. */
    columns: z.array(Name).max(COLUMNS_OF_TRIGGER_MAX),
    level: Level,
    /** An expression; null for none. */
    when: Text.max(SQL_FRAGMENT_MAX, `Write at most ${SQL_FRAGMENT_MAX} characters`).nullable(),
    /** Names of the rows before and after a statement; null for none. */
    old_table: Name.nullable(),
    new_table: Name.nullable(),
    function: ObjectName,
    arguments: z.array(Text.max(10_000)).max(TRIGGER_ARGUMENTS_MAX),
    enabled: Enabled,
    /** Of a constraint trigger, which can wait until the end of the transaction; null for others. */
    constraint: z
      .strictObject({
        deferrable: z.boolean(),
        initially_deferred: z.boolean(),
        /** Another table that the constraint is about. */
        from: ObjectName.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'TriggerDraft' })
export type TriggerDraft = z.infer<typeof TriggerDraft>

export const DatabaseTrigger = z
  .object({
    ...objectFacts,
    draft: TriggerDraft,
    /** The oids of its table and of its function. */
    table_id: z.number().int(),
    function_id: z.number().int(),
  })
  .meta({ id: 'DatabaseTrigger' })
export type DatabaseTrigger = z.infer<typeof DatabaseTrigger>

export const TriggerChange = changesOf('trigger', TriggerDraft)
