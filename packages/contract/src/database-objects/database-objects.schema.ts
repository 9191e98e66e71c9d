import { z } from 'zod'
import { SchemaName } from '../api-docs/client-types.schema.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { OID_MAX } from '../table-editor/grid.schema.ts'
import { Text } from '../text.ts'
import { OBJECT_SEARCH_MAX, OBJECTS_PAGE_SIZE } from './database-objects.rules.ts'

export const ObjectParams = ProjectParams.extend({
  /** Of the object. */
  oid: z.coerce.number().int().min(1).max(OID_MAX),
})

const listFields = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  /** Part of the name, in either case. */
  search: Text.max(OBJECT_SEARCH_MAX, `Search for at most ${OBJECT_SEARCH_MAX} characters`).default(''),
  sort: z.enum(sorts).default(sorts[0] as never),
  order: z.enum(['asc', 'desc']).default('asc'),
  limit: z.coerce.number().int().min(1).max(OBJECTS_PAGE_SIZE).default(OBJECTS_PAGE_SIZE),
  cursor: z
    .string()
    .max(300)
    .regex(/^[1-9]\d{0,9}\../s, 'Send the next_cursor of the page before')
    .optional(),
})

/** The query of a list of objects in a schema, which can be sorted by these. The first is the default. */
export const objectListQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  z.object({ schema: SchemaName.default('public'), ...listFields(sorts) })

/** The query of a list of a kind whose objects are in no schema, such as extensions and roles. */
export const globalListQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  z.object(listFields(sorts))

/** One page of a list. */
export const objectPage = <Item extends z.ZodType>(item: Item) =>
  z.object({
    objects: z.array(item),
    /** How many match on all pages; OBJECTS_COUNTED_MAX stands for that many or more. */
    count: z.number().int(),
    /** For the `cursor` of the next page; null on the last one. */
    next_cursor: z.string().nullable(),
  })

/** What every object has besides what its form edits. */
export const objectFacts = {
  /** Its oid. */
  id: z.number().int(),
  /** Null for a kind without owners, such as roles. */
  owner: z.string().nullable(),
  /** False when the caller's role does not own it, and so cannot change it. */
  is_owned: z.boolean(),
  /** The extension that it belongs to, which alone may change it. */
  extension: z.string().nullable(),
  /** Why it cannot be changed here, whoever the caller is; null where it can. */
  refusals: z.object({
    edit: z.string().nullable(),
    drop: z.string().nullable(),
    duplicate: z.string().nullable(),
  }),
  /** To be sent with a change of it: the change is refused when the object has changed since. */
  fingerprint: z.string(),
}

/** What the description of a type has besides: where it is used. */
export const columnsOfType = {
  /** Columns of tables, views and composite types that have the type or an array of it. */
  columns: z.array(
    z.object({
      /** The oid of the table or view; null for a composite type. */
      id: z.number().int().nullable(),
      schema: z.string(),
      table: z.string(),
      column: z.string(),
    }),
  ),
  /** Are there more than are listed? */
  has_more_columns: z.boolean(),
}

export const Existing = { id: z.number().int().min(1).max(OID_MAX), fingerprint: z.string().max(100) }

/**
 * The changes of a kind of objects. A duplicate is created from the draft of another. `choices` are what a drop says
 * besides `cascade`.
 */
export const changesOf = <
  const Object extends string,
  Draft extends z.ZodType,
  // biome-ignore lint/complexity/noBannedTypes: no choices
  Choices extends z.ZodRawShape = {},
>(
  object: Object,
  draft: Draft,
  choices: Choices = {} as Choices,
) =>
  z.discriminatedUnion('action', [
    z.strictObject({ object: z.literal(object), action: z.literal('create'), draft }),
    z.strictObject({ object: z.literal(object), action: z.literal('edit'), ...Existing, draft }),
    /** Without `cascade`, it is refused when other objects depend on it. */
    z.strictObject({
      object: z.literal(object),
      action: z.literal('drop'),
      ...Existing,
      cascade: z.boolean(),
      ...choices,
    }),
  ])

export const ObjectChangeResult = z.object({
  /** The oid of the object that was created or changed; null for one that was dropped, and while the change runs. */
  id: z.number().int().nullable(),
  /** A change outside a transaction that takes longer than a request goes on; its progress is seen in the database. */
  is_running: z.boolean(),
})
