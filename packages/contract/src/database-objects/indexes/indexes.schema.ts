import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { Text } from '../../text.ts'
import { changesOf, Existing, objectFacts, objectListQuery, objectPage } from '../database-objects.schema.ts'
import { INDEX_COLUMNS_MAX, INDEX_PARAMETERS_MAX } from './indexes.rules.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)
const Expression = Text.max(100_000)
const Qualified = z.strictObject({ schema: Name, name: Name })

export const IndexListQuery = objectListQuery(['name', 'size', 'scans']).extend({
  /** The table's name. */
  table: Name.optional(),
  /** `unused`: never scanned since the statistics began, and not needed to keep values unique. */
  state: z.enum(['invalid', 'unused']).optional(),
})
export type IndexListQuery = z.output<typeof IndexListQuery>

const shown = {
  /** Its oid. */
  id: z.number().int(),
  name: z.string(),
  table: z.string(),
  /** The oid of the table or materialized view. */
  table_id: z.number().int(),
  method: z.string(),
  bytes: z.number(),
  /** How often it was scanned since the statistics began. */
  scans: z.number(),
  last_used_at: z.iso.datetime().nullable(),
  /** False while it is built concurrently, and after such a build failed. */
  is_valid: z.boolean(),
  is_unique: z.boolean(),
  is_primary: z.boolean(),
  /** An index of a partitioned table, whose parts are indexes of the partitions. */
  is_partitioned: z.boolean(),
  /** The constraint that it enforces. */
  constraint: z.string().nullable(),
}

export const ListedIndex = z
  .object({
    ...shown,
    /** Its first columns and expressions. */
    keys: z.array(z.string()),
    key_count: z.number().int(),
    /** Does it have only some rows? */
    is_partial: z.boolean(),
  })
  .meta({ id: 'ListedIndex' })
export type ListedIndex = z.infer<typeof ListedIndex>

export const IndexPage = objectPage(ListedIndex).meta({ id: 'IndexPage' })

export const IndexKey = z.strictObject({
  /** One of `column` and `expression` is null. */
  column: Name.nullable(),
  expression: Expression.nullable(),
  is_descending: z.boolean(),
  is_nulls_first: z.boolean(),
  /** Null for the default of the type. */
  operator_class: Qualified.nullable(),
  /** Null for that of the column. */
  collation: Qualified.nullable(),
})
export type IndexKey = z.infer<typeof IndexKey>

/** An index as a form has it. */
export const IndexDraft = z
  .strictObject({
    schema: SchemaName,
    table: Name,
    name: Name,
    comment: Text.max(100_000).nullable(),
    method: Name,
    is_unique: z.boolean(),
    nulls_not_distinct: z.boolean(),
    keys: z.array(IndexKey).max(INDEX_COLUMNS_MAX * 2),
    include: z.array(Name).max(INDEX_COLUMNS_MAX * 2),
    /** The condition of a partial index. */
    where: Expression.nullable(),
    /** Storage parameters. */
    parameters: z.array(z.strictObject({ name: Name, value: Name })).max(INDEX_PARAMETERS_MAX),
    /** Build it while others write to the table, outside a transaction. */
    concurrently: z.boolean(),
  })
  .meta({ id: 'IndexDraft' })
export type IndexDraft = z.infer<typeof IndexDraft>

export const Index = z
  .object({
    ...objectFacts,
    ...shown,
    draft: IndexDraft,
    /** `r` for a table, `p` for a partitioned one, `m` for a materialized view. */
    table_kind: z.enum(['r', 'p', 'm']),
    table_bytes: z.number(),
    /** Entries that scans of it returned. */
    tuples_read: z.number(),
    /** False as long as writes do not maintain it. */
    is_ready: z.boolean(),
    is_exclusion: z.boolean(),
    /** Do its operator classes have options, which no draft has? */
    has_class_options: z.boolean(),
    /** The index of the partitioned table that it is a part of. */
    parent: z.object({ schema: z.string(), name: z.string() }).nullable(),
    /** As PostgreSQL writes it. */
    definition: z.string(),
  })
  .meta({ id: 'Index' })
export type Index = z.infer<typeof Index>

const [create, edit, drop] = changesOf('index', IndexDraft, {
  /** Drop it without making others wait; not together with `cascade`. */
  concurrently: z.boolean(),
}).options

export const IndexChange = z.discriminatedUnion('action', [
  create,
  edit,
  drop,
  /** Build it again while it is used. */
  z.strictObject({ object: z.literal('index'), action: z.literal('rebuild'), ...Existing }),
])

export const IndexChoicesQuery = z.object({
  schema: SchemaName.default('public'),
  /** The table whose columns are listed; empty for none. */
  table: Name.default(''),
})

export const IndexChoices = z
  .object({
    tables: z.array(
      z.object({
        name: z.string(),
        is_partitioned: z.boolean(),
        /** A materialized view. */
        is_view: z.boolean(),
      }),
    ),
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    /** Operator classes by method. */
    classes: z.array(
      z.object({
        method: z.string(),
        schema: z.string(),
        name: z.string(),
        type: z.string(),
        is_default: z.boolean(),
      }),
    ),
    collations: z.array(z.object({ schema: z.string(), name: z.string() })),
  })
  .meta({ id: 'IndexChoices' })
export type IndexChoices = z.infer<typeof IndexChoices>

/** Something that builds, rebuilds or drops an index now. */
export const IndexBuild = z
  .object({
    pid: z.number().int(),
    /** When its connection was opened; together with the pid it identifies the connection. */
    connected_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    sql: z.string(),
    role: z.string(),
    /** As in `pg_stat_progress_create_index`; null before it has begun, and for a drop. */
    phase: z.string().nullable(),
    /** The oid of the index; 0 or null before it exists. */
    index_id: z.number().int().nullable(),
    index: z.string().nullable(),
    table: z.string().nullable(),
    schema: z.string().nullable(),
    lockers_total: z.number().nullable(),
    lockers_done: z.number().nullable(),
    blocks_total: z.number().nullable(),
    blocks_done: z.number().nullable(),
    tuples_total: z.number().nullable(),
    tuples_done: z.number().nullable(),
    /** Connections whose locks it waits for. */
    waits_for: z.array(
      z.object({
        pid: z.number().int(),
        role: z.string(),
        application: z.string().nullable(),
        state: z.string().nullable(),
        /** When its transaction began. */
        since: z.string().nullable(),
        query: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'IndexBuild' })
export type IndexBuild = z.infer<typeof IndexBuild>

export const IndexBuilds = z
  .object({
    builds: z.array(IndexBuild),
    /** What failed after its caller was told that it runs, newest first; of the last hour, and since the server started. */
    failures: z.array(
      z.object({
        id: z.string(),
        sql: z.string(),
        message: z.string(),
        started_by: z.string(),
        failed_at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'IndexBuilds' })
export type IndexBuilds = z.infer<typeof IndexBuilds>
