import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { STREAM_ROWS_MAX } from './query.rules.ts'
import { ResultRow } from './query.schema.ts'
import {
  SAMPLED_COLUMNS_MAX,
  SAMPLED_ROWS_MAX,
  STORED_READ_ROWS,
  VIEW_PARTS_MAX,
  VIEW_SEARCH_MAX,
} from './stored-rows.rules.ts'

/** The result by the id of the query that has stored it. */
export const StoredParams = ProjectParams.extend({ id: z.uuid() })

/** A column by its place, counted from 0. */
const Column = z.number().int().min(0)
/** The same, and a row, in an address. */
const ColumnNamed = z.coerce.number().int().min(0)
const RowNamed = z.coerce.number().int().min(0).max(STREAM_ROWS_MAX)

/** Which of a result's rows are shown, and in which order: in all that is read by its id. */
export const StoredView = z
  .strictObject({
    /** Part of a value of any column, in either case. */
    search: z.string().max(VIEW_SEARCH_MAX).default(''),
    filters: z
      .array(
        z.strictObject({
          column: Column,
          operator: z.enum(['is', 'is_not']),
          /** The exact text; null is NULL. */
          value: z.string().nullable(),
        }),
      )
      .max(VIEW_PARTS_MAX)
      .default([]),
    /** The first counts most. Rows that are equal stay as they came. */
    sorts: z
      .array(z.strictObject({ column: Column, direction: z.enum(['asc', 'desc']) }))
      .max(VIEW_PARTS_MAX)
      .default([]),
  })
  .refine(({ search, filters, sorts }) => search !== '' || filters.length + sorts.length > 0, {
    error: 'Name a text to search for, a filter or an order',
  })
export type StoredView = z.output<typeof StoredView>

/** One line while a view is worked out: how far it is, from 0 to 1, and at last what it is called. */
export const StoredViewEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('progress'), part: z.number() }),
    z.object({ type: z.literal('view'), id: z.uuid(), rows: z.number() }),
    z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
  ])
  .meta({ id: 'StoredViewEvent' })
export type StoredViewEvent = z.infer<typeof StoredViewEvent>

/** The id of a view; all rows as they came when left out. */
const InView = z.object({ view: z.uuid().optional() })

/** Which rows are wanted, counted from 0. */
export const StoredRowsWanted = InView.extend({
  from: RowNamed.default(0),
  count: z.coerce.number().int().min(1).max(STORED_READ_ROWS).default(STORED_READ_ROWS),
})

/** Fewer than asked for where there are no more, or where they are long; none behind the last. */
export const StoredRowsPart = z.object({ rows: z.array(ResultRow) }).meta({ id: 'StoredRowsPart' })

export const StoredSampleWanted = InView.extend({
  rows: z.coerce.number().int().min(1).max(SAMPLED_ROWS_MAX).default(SAMPLED_ROWS_MAX),
  columns: queryList(z.string().regex(/^\d{1,4}$/, 'Name columns by their places')).pipe(
    z.array(z.string().transform(Number)).min(1).max(SAMPLED_COLUMNS_MAX),
  ),
})

/** Each `every`th row, beginning with the first; of these columns, in the order in which they were asked for. */
export const StoredSample = z
  .object({ rows: z.array(ResultRow), every: z.number().int() })
  .meta({ id: 'StoredSample' })
export type StoredSample = z.infer<typeof StoredSample>

/** Rows and columns from one to another, both included; to the last when left out. */
export const StoredTextWanted = InView.extend({
  format: z.enum(['csv', 'spreadsheet', 'tsv', 'json', 'markdown', 'sql']),
  top: RowNamed.default(0),
  bottom: RowNamed.optional(),
  left: ColumnNamed.default(0),
  right: ColumnNamed.optional(),
  /** Whether CSV and TSV begin with the names of the columns. */
  names: z.stringbool().default(true),
})
export type StoredTextWanted = z.output<typeof StoredTextWanted>
