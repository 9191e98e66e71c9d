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

/** A stored result, by the id of its query. */
export const StoredParams = ProjectParams.extend({ id: z.uuid() })

/** A column's zero-based index. */
const Column = z.number().int().min(0)
/** Zero-based indexes in a query string. */
const ColumnParam = z.coerce.number().int().min(0)
const RowParam = z.coerce.number().int().min(0).max(STREAM_ROWS_MAX)

/** A filtered and sorted view of a stored result; reads, samples and exports can name it. */
export const StoredView = z
  .strictObject({
    /** A case-insensitive substring of any column. */
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
    /** The first has the highest precedence. The sort is stable. */
    sorts: z
      .array(z.strictObject({ column: Column, direction: z.enum(['asc', 'desc']) }))
      .max(VIEW_PARTS_MAX)
      .default([]),
  })
  .refine(({ search, filters, sorts }) => search !== '' || filters.length + sorts.length > 0, {
    error: 'Name a text to search for, a filter or an order',
  })
export type StoredView = z.output<typeof StoredView>

/** One line while a view is computed: its progress from 0 to 1, and finally its id. */
export const StoredViewEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('progress'), part: z.number() }),
    z.object({ type: z.literal('view'), id: z.uuid(), rows: z.number() }),
    z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
  ])
  .meta({ id: 'StoredViewEvent' })
export type StoredViewEvent = z.infer<typeof StoredViewEvent>

/** The id of a view; all rows in their original order when omitted. */
const InView = z.object({ view: z.uuid().optional() })

/** A range of rows, zero-based. */
export const StoredRowsQuery = InView.extend({
  from: RowParam.default(0),
  count: z.coerce.number().int().min(1).max(STORED_READ_ROWS).default(STORED_READ_ROWS),
})

/** Fewer rows than requested at the end or if they are long; none beyond the last. */
export const StoredRowsPart = z.object({ rows: z.array(ResultRow) }).meta({ id: 'StoredRowsPart' })

export const StoredSampleQuery = InView.extend({
  rows: z.coerce.number().int().min(1).max(SAMPLED_ROWS_MAX).default(SAMPLED_ROWS_MAX),
  columns: queryList(z.string().regex(/^\d{1,4}$/, 'Name columns by their index')).pipe(
    z.array(z.string().transform(Number)).min(1).max(SAMPLED_COLUMNS_MAX),
  ),
})

/** Every `every`th row from the first, with the requested columns in the requested order. */
export const StoredSample = z
  .object({ rows: z.array(ResultRow), every: z.number().int() })
  .meta({ id: 'StoredSample' })
export type StoredSample = z.infer<typeof StoredSample>

/** A range of rows and columns, bounds included; to the last when omitted. */
export const StoredTextQuery = InView.extend({
  format: z.enum(['csv', 'spreadsheet', 'tsv', 'json', 'markdown', 'sql']),
  top: RowParam.default(0),
  bottom: RowParam.optional(),
  left: ColumnParam.default(0),
  right: ColumnParam.optional(),
  /** Whether CSV and TSV begin with column names. */
  names: z.stringbool().default(true),
})
export type StoredTextQuery = z.output<typeof StoredTextQuery>
