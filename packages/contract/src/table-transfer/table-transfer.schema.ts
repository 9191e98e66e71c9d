import { z } from 'zod'
import { DatabaseIdentifier } from '../connect/connect.schema.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ROLE_NAME_MAX } from '../query/query.rules.ts'
import { RequestClaims } from '../query/query.schema.ts'
import { Text } from '../text.ts'
import { dateOrders, EXPORTED_ROWS_MAX, importedTypes, tableExportFormats } from './table-transfer.rules.ts'

/** The database role that reads or writes, `postgres` unless said, and what its policies read of a request. */
const ActingAs = {
  role: Text.min(1).max(ROLE_NAME_MAX).optional(),
  claims: RequestClaims.optional(),
}

const COLUMNS_MAX = 1600
const NAME_MAX = 63
const ColumnNames = z.array(Text.max(NAME_MAX)).max(COLUMNS_MAX)
const texts = z.array(z.string().max(1_000_000)).max(1000).default([])

export const TableExport = z.strictObject({
  format: z.enum(tableExportFormats),
  /** All that the caller may read when left out. */
  columns: ColumnNames.optional(),
  /** As in the grid: each `column:operator:value`, or a group such as `any(a:eq:1,b:is:null)`. */
  filter: texts,
  /** Each `column:asc` or `column:desc`, with `:nullsfirst` or `:nullslast`. */
  sort: texts,
  /** Only these rows, each as its page brought it. */
  rows: z
    .array(z.array(z.string()).min(1).max(100))
    .max(EXPORTED_ROWS_MAX, `Export at most ${EXPORTED_ROWS_MAX} chosen rows, or filter them`)
    .optional(),
  /** The database that is read: a read replica by its identifier, otherwise the primary. */
  database: DatabaseIdentifier.optional(),
  ...ActingAs,
})
export type TableExport = z.output<typeof TableExport>

/** A name as PostgreSQL keeps it: it silently cuts longer ones. */
const NewName = Text.min(1).refine(
  (name) => new TextEncoder().encode(name).length <= NAME_MAX,
  `A name has at most ${NAME_MAX} bytes`,
)

export const NewTable = z.strictObject({
  schema: NewName,
  name: NewName,
  columns: z
    .array(z.strictObject({ name: NewName, type: z.enum(importedTypes) }))
    .min(1)
    .max(COLUMNS_MAX - 1),
  /** One of the columns; without it, a column `id` is added that numbers the rows. */
  primary_key: NewName.nullable(),
  enable_rls: z.boolean().default(true),
})
export type NewTable = z.output<typeof NewTable>

export const TableImport = z.strictObject({
  /** A table, by its oid, or one that is created with the rows. */
  into: z.union([z.strictObject({ oid: z.number().int().min(1) }), z.strictObject({ table: NewTable })]),
  /** The columns that the file fills, in the order of its rows. */
  columns: ColumnNames.min(1, 'Choose at least one column'),
  /** What happens to a row whose key a row of the table has: by default the import is refused. */
  on_conflict: z
    .strictObject({ key: ColumnNames.min(1), action: z.enum(['skip', 'update']) })
    .nullable()
    .default(null),
  /** Whether lines that do not fit are left out. Otherwise nothing is imported when there is one. */
  skip_bad_lines: z.boolean().default(false),
  /** Finds every line that does not fit, and why, which takes longer. */
  explain: z.boolean().default(false),
  date_order: z.enum(dateOrders).default('mdy'),
  ...ActingAs,
})
export type TableImport = z.output<typeof TableImport>

export const StartedImport = z.object({
  id: z.uuid(),
  /** Whether each row starts with its number in the file. */
  has_line_numbers: z.boolean(),
})
export type StartedImport = z.infer<typeof StartedImport>

export const ImportParams = ProjectParams.extend({ id: z.uuid() })
export const ImportPartParams = ImportParams.extend({ part: z.coerce.number().int().min(0) })

export const ReceivedPart = z.object({ bytes: z.number() })

export const ImportEnd = z.strictObject({
  /** How many parts were sent. */
  parts: z.number().int().min(0),
  /** Lines that the sender has already left out because they do not fit. */
  bad_lines: z.number().int().min(0).default(0),
})

export const BadLine = z
  .object({
    /** In the file; the first is 1. */
    line: z.number().int(),
    column: z.string().nullable(),
    /** The beginning of the value; null for NULL or when no single value is at fault. */
    value: z.string().nullable(),
    reason: z.string(),
  })
  .meta({ id: 'BadLine' })
export type BadLine = z.infer<typeof BadLine>

export const ImportResult = z
  .object({
    /** `refused`: nothing was imported, because of the bad lines. */
    outcome: z.enum(['imported', 'refused']),
    /** The table's oid; null when nothing was imported into a new one. */
    oid: z.number().nullable(),
    inserted: z.number(),
    updated: z.number(),
    /** Rows left out because their key was taken. */
    skipped: z.number(),
    bad_lines: z.array(BadLine),
    bad_line_count: z.number(),
  })
  .meta({ id: 'ImportResult' })
export type ImportResult = z.infer<typeof ImportResult>

/** A line of the answer to the end of an import; the last one is `done` or `failed`. */
export const ImportEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('writing'), rows: z.number() }),
    z.object({ type: z.literal('done'), result: ImportResult }),
    z.object({
      type: z.literal('failed'),
      code: z.string(),
      message: z.string(),
      sqlstate: z.string().optional(),
      is_outcome_unknown: z
        .boolean()
        .optional()
        .describe('The connection to the database was lost during the commit: the rows may be there'),
    }),
  ])
  .meta({ id: 'ImportEvent' })
export type ImportEvent = z.infer<typeof ImportEvent>
