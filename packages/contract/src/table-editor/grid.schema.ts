import { z } from 'zod'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ROLE_NAME_MAX } from '../query/query.rules.ts'
import { RequestClaims } from '../query/query.schema.ts'
import { Text } from '../text.ts'
import { entityKinds } from './entities.rules.ts'
import { GRID_EDITS_MAX, GRID_PAGE_SIZES } from './grid.rules.ts'

export const OID_MAX = 4_294_967_295

export const EntityParams = ProjectParams.extend({
  /** Of a table or view. */
  oid: z.coerce.number().int().min(1).max(OID_MAX),
})

const Role = Text.min(1).max(ROLE_NAME_MAX)

/** The database role that reads and writes, `postgres` unless said, and what its policies read of a request. */
const ActingAs = {
  role: Role.optional(),
  /** A JSON object, as text. */
  claims: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('The claims are not JSON')
        return z.NEVER
      }
    })
    .pipe(RequestClaims)
    .optional(),
}

const Texts = z.array(z.string().max(1_000_000)).max(1000)
const texts = z.preprocess((value) => (value === undefined ? [] : [value].flat()), Texts)

const Filters = {
  /** Each `column:operator:value`, or a group such as `any(a:eq:1,b:is:null)`. All hold. */
  filter: texts,
}

export const GridColumn = z
  .object({
    /** As in pg_attribute. */
    position: z.number().int(),
    name: z.string(),
    /** As PostgreSQL writes it: `numeric(10,2)`, `public.mood[]`. */
    data_type: z.string(),
    /** The name of the type under domains, without a schema for those of PostgreSQL: `int4`, `public.mood`. */
    format: z.string(),
    /** An expression. */
    default: z.string().nullable(),
    /** The expression of a generated column. */
    generated: z.string().nullable(),
    identity: z.enum(['always', 'by default']).nullable(),
    is_primary_key: z.boolean(),
    is_nullable: z.boolean(),
    /** May be set in new rows, and in rows that exist. */
    is_insertable: z.boolean(),
    is_updatable: z.boolean(),
    is_sortable: z.boolean(),
    /** The values of an enum, in its order. */
    enum: z.array(z.string()).nullable(),
    /** The type of the elements of an array, named as `format`, with the values of an enum. */
    array_of: z.object({ format: z.string(), enum: z.array(z.string()).nullable() }).nullable(),
    comment: z.string().nullable(),
    /** The shortest foreign key that the column is part of. */
    foreign_key: z
      .object({
        name: z.string(),
        columns: z.array(z.string()),
        target_id: z.number().int(),
        target_schema: z.string(),
        target_table: z.string(),
        target_columns: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: 'GridColumn' })
export type GridColumn = z.infer<typeof GridColumn>

/** Null when allowed, else a sentence that says why not. */
const Access = z.string().nullable()

export const GridEntity = z
  .object({
    id: z.number().int(),
    schema: z.string(),
    name: z.string(),
    type: z.enum(entityKinds),
    /** Those that the caller may read. */
    columns: z.array(GridColumn),
    /** How rows are told apart; `none` comes with the reason. */
    identity: z.object({
      kind: z.enum(['key', 'ctid', 'none']),
      columns: z.array(z.string()),
      reason: z.string().nullable(),
    }),
    insert: Access,
    update: Access,
    delete: Access,
    /** As of the last ANALYZE or VACUUM; null before the first. */
    estimated_rows: z.number().nullable(),
  })
  .meta({ id: 'GridEntity' })
export type GridEntity = z.infer<typeof GridEntity>

export const GridEntityQuery = z.object(ActingAs)

export const GridRowsQuery = z.object({
  ...ActingAs,
  ...Filters,
  /** Each `column:asc` or `column:desc`, with `:nullsfirst` or `:nullslast`. */
  sort: texts,
  limit: z.coerce.number().int().min(1).max(GRID_PAGE_SIZES.at(-1)!).default(GRID_PAGE_SIZES[0]),
  /** `after`, `before`, `from` and `around` need a cursor, `row` a number. */
  at: z.enum(['first', 'last', 'after', 'before', 'from', 'around', 'row']).default('first'),
  cursor: z.string().max(64_000).optional(),
  /** How many rows come before the page. In a long table it begins about there. */
  row: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** For `row`: how many rows there are, as far as the caller knows; otherwise PostgreSQL's estimate. */
  count: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type GridRowsQuery = z.output<typeof GridRowsQuery>

export const GridCell = z.union([
  /** A whole value as PostgreSQL prints it; null for NULL. */
  z.string().nullable(),
  /** A long value: its beginning, or null when not even that was read, and its size in bytes. */
  z.object({ beginning: z.string().nullable(), bytes: z.number() }),
])
export type GridCell = z.infer<typeof GridCell>

export const GridRow = z.object({
  /** What identifies the row, to be sent back with an edit; empty when rows cannot be told apart. */
  row: z.array(z.string()),
  /** In the order of the columns. */
  cells: z.array(GridCell),
})
export type GridRow = z.infer<typeof GridRow>

/** A filter or sort that was left out, and why. */
const LeftOut = z.object({ text: z.string(), message: z.string() })

export const GridPage = z
  .object({
    /** The names of the columns that the cells are of: others than described when the table was altered since. */
    columns: z.array(z.string()),
    rows: z.array(GridRow),
    /** Null where it was not looked at. */
    has_before: z.boolean().nullable(),
    has_after: z.boolean().nullable(),
    /** Cursors of the first and of the last row; null for a page without rows. */
    start: z.string().nullable(),
    end: z.string().nullable(),
    /** How many rows come before the page; null where that is not known. */
    place: z.object({ row: z.number(), is_estimate: z.boolean() }).nullable(),
    /** False when every page reads and sorts all rows. */
    is_served_by_index: z.boolean(),
    /** False when rows have no fixed order. */
    is_stable: z.boolean(),
    left_out: z.array(LeftOut),
  })
  .meta({ id: 'GridPage' })
export type GridPage = z.infer<typeof GridPage>

export const GridCountQuery = z.object({
  ...ActingAs,
  ...Filters,
  /** Counts the rows, which reads all of them; otherwise PostgreSQL's estimate, unless few rows are soon counted. */
  exact: z.stringbool().default(false),
})

export const GridCount = z.object({ count: z.number(), is_estimate: z.boolean() })
export type GridCount = z.infer<typeof GridCount>

export const GridCellRequest = z.strictObject({
  row: z.array(z.string()).min(1).max(100),
  column: z.string(),
  role: Role.optional(),
  claims: RequestClaims.optional(),
})

/** `text` is null for NULL, and for a value of more bytes than can be sent. */
export const WholeCell = z.object({ text: z.string().nullable(), bytes: z.number().nullable() })
export type WholeCell = z.infer<typeof WholeCell>

const NewValue = z.union([z.string(), z.null(), z.strictObject({ default: z.literal(true) })])
const NewValues = z.record(z.string(), NewValue)
const OldValues = z.record(z.string(), z.string().nullable())
const Row = z.array(z.string()).min(1)

/** `old` are values as they were read: when one has changed since, the row is left alone and reported. */
export const GridEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('update'), row: Row, old: OldValues, set: NewValues }),
  z.strictObject({ kind: z.literal('insert'), set: NewValues }),
  z.strictObject({ kind: z.literal('delete'), row: Row, old: OldValues }),
])
export type GridEdit = z.infer<typeof GridEdit>

export const GridEdits = z.strictObject({
  edits: z.array(GridEdit).min(1).max(GRID_EDITS_MAX, `Save at most ${GRID_EDITS_MAX} changes at once`),
  /** Chosen by the caller. A save that is repeated with its id, because no answer arrived, is not run twice. */
  save_id: z.uuid().optional(),
  role: Role.optional(),
  claims: RequestClaims.optional(),
})
export type GridEdits = z.infer<typeof GridEdits>

export const GridEditResult = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('saved'),
    /** What identifies the row now; null after a deletion. */
    row: z.array(z.string()).nullable(),
    before: OldValues,
    after: OldValues,
    /** False when a value is too long to be put back. */
    is_undoable: z.boolean(),
  }),
  /** Another session changed the row, which is now as `current` says. */
  z.object({ outcome: z.literal('conflict'), current: GridRow }),
  /** The row was deleted, or is hidden from this role. */
  z.object({ outcome: z.literal('gone') }),
  z.object({
    outcome: z.literal('refused'),
    reason: z.string(),
    column: z.string().optional(),
    sqlstate: z.string().optional(),
  }),
  /** Not saved because another edit was refused. */
  z.object({ outcome: z.literal('held') }),
])
export type GridEditResult = z.infer<typeof GridEditResult>

/** In the order of the edits. When one is refused, none is saved; conflicts leave the others saved. */
export const GridEditResults = z.object({ results: z.array(GridEditResult) })

/** All rows that match the filter are deleted, and all of the table without one. */
export const GridDeletion = z.strictObject({
  filter: Texts,
  role: Role.optional(),
  claims: RequestClaims.optional(),
})
export type GridDeletion = z.infer<typeof GridDeletion>

export const GridDeleted = z.object({ deleted: z.number().int() })
export type GridDeleted = z.infer<typeof GridDeleted>

export const GridEditsSql = z.object({ sql: z.string() })
