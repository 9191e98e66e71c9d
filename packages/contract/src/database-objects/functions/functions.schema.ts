import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { Text } from '../../text.ts'
import {
  FUNCTION_ARGUMENTS_MAX,
  FUNCTION_BODY_MAX,
  FUNCTION_SETTINGS_MAX,
  SQL_FRAGMENT_MAX,
} from '../database-objects.rules.ts'
import { Existing, objectFacts, objectListQuery, objectPage } from '../database-objects.schema.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)
/** A type or expression, as SQL writes it. */
const Fragment = Text.max(SQL_FRAGMENT_MAX, `Write at most ${SQL_FRAGMENT_MAX} characters`)

const Kind = z.enum(['function', 'procedure', 'aggregate', 'window'])
const Security = z.enum(['invoker', 'definer'])
const Volatility = z.enum(['volatile', 'stable', 'immutable'])

export const FunctionListQuery = objectListQuery(['name'])
export type FunctionListQuery = z.output<typeof FunctionListQuery>

export const ListedFunction = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    kind: Kind,
    /** Names, modes and types, as in `DROP FUNCTION name(…)`. */
    arguments: z.string(),
    /** Null for a procedure. */
    returns: z.string().nullable(),
    language: z.string(),
    security: Security,
    volatility: Volatility,
    comment: z.string().nullable(),
  })
  .meta({ id: 'ListedFunction' })
export type ListedFunction = z.infer<typeof ListedFunction>

export const FunctionPage = objectPage(ListedFunction).meta({ id: 'FunctionPage' })

const Argument = z.strictObject({
  mode: z.enum(['in', 'out', 'inout', 'variadic']),
  /** Empty for none. */
  name: Name,
  type: Fragment,
  /** An expression; null for none. */
  default: Fragment.nullable(),
})

const Result = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('type'), type: Fragment, is_set: z.boolean() }),
  z.strictObject({
    as: z.literal('table'),
    columns: z.array(z.strictObject({ name: Name, type: Fragment })).max(FUNCTION_ARGUMENTS_MAX),
  }),
])

/** A function or procedure as a form has it. Aggregates and window functions are only read. */
export const FunctionDraft = z
  .strictObject({
    schema: SchemaName,
    name: Name,
    comment: Text.max(100_000).nullable(),
    kind: Kind,
    arguments: z.array(Argument).max(FUNCTION_ARGUMENTS_MAX),
    /** Null for a procedure, and for a function whose output arguments tell. */
    returns: Result.nullable(),
    language: Name,
    /** `string`: text that the language reads. `standard`: `RETURN …` or `BEGIN ATOMIC … END`. */
    body_form: z.enum(['string', 'standard']),
    body: Text.max(FUNCTION_BODY_MAX, `Write at most ${FUNCTION_BODY_MAX} characters`),
    volatility: Volatility,
    /** Whose rights it has: those of the caller, or of its owner. */
    security: Security,
    /** Does it return null for a null argument without being called? */
    strict: z.boolean(),
    leakproof: z.boolean(),
    parallel: z.enum(['unsafe', 'restricted', 'safe']),
    /** In units of cpu_operator_cost; null for the default. */
    cost: z.number().positive('Enter a number above zero').max(1e9).nullable(),
    /** Rows that the planner expects of a set; null for the default. */
    rows: z.number().positive('Enter a number above zero').max(1e9).nullable(),
    /** In effect while it runs. */
    settings: z.array(z.strictObject({ name: Name, value: Fragment })).max(FUNCTION_SETTINGS_MAX),
  })
  .meta({ id: 'FunctionDraft' })
export type FunctionDraft = z.infer<typeof FunctionDraft>

export const DatabaseFunction = z
  .object({
    ...objectFacts,
    draft: FunctionDraft,
    /** Names, modes and types, as in `DROP FUNCTION name(…)`. */
    identity: z.string(),
    /** Triggers that call it. */
    triggers: z.array(
      z.object({
        /** The oid of the trigger. */
        id: z.number().int(),
        schema: z.string(),
        table: z.string(),
        name: z.string(),
      }),
    ),
    /** Are there more than are listed? */
    has_more_triggers: z.boolean(),
  })
  .meta({ id: 'DatabaseFunction' })
export type DatabaseFunction = z.infer<typeof DatabaseFunction>

const object = z.literal('function')

export const FunctionChange = z.discriminatedUnion('action', [
  z.strictObject({ object, action: z.literal('create'), draft: FunctionDraft }),
  z.strictObject({
    object,
    action: z.literal('edit'),
    ...Existing,
    draft: FunctionDraft,
    /** Without it, an edit that has to create the function again is refused when other objects depend on it. */
    cascade: z.boolean(),
  }),
  /** Without `cascade`, it is refused when other objects depend on it. */
  z.strictObject({ object, action: z.literal('drop'), ...Existing, cascade: z.boolean() }),
])

/** A change of a function that is to be tried. */
export const CheckedFunction = z.object({
  /** What PostgreSQL says against it; null when it would take it. */
  problem: z
    .object({
      message: z.string(),
      /** A path in the draft, such as `body`; null when it is about no single field. */
      path: z.string().nullable(),
      /** Where in the text of that field, in UTF-16 code units from its start; null when that is unknown. */
      offset: z.number().int().nullable(),
    })
    .nullable(),
})

/** Names of languages that the caller can write functions in. */
export const FunctionLanguages = z.array(z.string()).meta({ id: 'FunctionLanguages' })

export const TriggerFunctionsQuery = z.object({
  returns: z.enum(['trigger', 'event_trigger']).default('trigger'),
})
/** Functions that triggers can call. */
export const TriggerFunctions = z
  .array(z.object({ schema: z.string(), name: z.string() }))
  .meta({ id: 'TriggerFunctions' })
