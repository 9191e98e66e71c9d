import { z } from 'zod'
import { metricChartIds } from '../metrics/metric-charts.rules.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  BLOCK_HEIGHT_MAX,
  BLOCK_HEIGHT_MIN,
  BLOCK_TEXT_MAX,
  BLOCK_WIDTH_MIN,
  BLOCKS_MAX,
  GRID_COLUMNS,
  GRID_ROWS_MAX,
  REPORT_DESCRIPTION_MAX,
  REPORT_NAME_MAX,
} from './reports.rules.ts'

/** Where a block lies, in cells of the grid from its upper left corner. */
const Place = {
  /** Unique in its report. */
  id: z.uuid(),
  x: z
    .number()
    .int()
    .min(0)
    .max(GRID_COLUMNS - BLOCK_WIDTH_MIN),
  y: z.number().int().min(0).max(GRID_ROWS_MAX),
  w: z.number().int().min(BLOCK_WIDTH_MIN).max(GRID_COLUMNS),
  h: z.number().int().min(BLOCK_HEIGHT_MIN).max(BLOCK_HEIGHT_MAX),
}

export const ReportBlock = z.discriminatedUnion('kind', [
  /** A chart of metrics, over the time range of the report. */
  z.strictObject({ kind: z.literal('chart'), ...Place, chart: z.enum(metricChartIds) }),
  /** A saved query and its chart, if it has one. It runs when the report is opened. */
  z.strictObject({ kind: z.literal('sql'), ...Place, snippet_id: z.uuid() }),
  /** Markdown. */
  z.strictObject({ kind: z.literal('text'), ...Place, text: Text.max(BLOCK_TEXT_MAX) }),
])
export type ReportBlock = z.infer<typeof ReportBlock>

const Blocks = z
  .array(ReportBlock)
  .max(BLOCKS_MAX, `A report can have ${BLOCKS_MAX} blocks`)
  .refine(
    (blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length,
    'Two blocks have the same id',
  )
  .refine(
    (blocks) => blocks.every(({ x, w }) => x + w <= GRID_COLUMNS),
    `Blocks must lie within the ${GRID_COLUMNS} columns`,
  )

const Name = nameText('The name', 1, REPORT_NAME_MAX)
const Description = Text.max(
  REPORT_DESCRIPTION_MAX,
  `A description may have at most ${REPORT_DESCRIPTION_MAX} characters`,
)

/** A report without its blocks, as in lists. */
export const ReportSummary = z
  .object({
    id: z.uuid(),
    type: z.literal('report'),
    name: z.string(),
    description: z.string(),
    /** Counts the saves, from 1. */
    revision: z.number().int(),
    /** Null when the account was deleted. */
    updated_by: z.string().nullable(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ReportSummary' })
export type ReportSummary = z.infer<typeof ReportSummary>

export const Report = ReportSummary.extend({ content: z.object({ blocks: z.array(ReportBlock) }) }).meta({
  id: 'Report',
})
export type Report = z.infer<typeof Report>

export const NewReport = z.strictObject({
  name: Name,
  description: Description.default(''),
  content: z.strictObject({ blocks: Blocks }).default({ blocks: [] }),
})
export type NewReport = z.output<typeof NewReport>

export const SavedReport = z.strictObject({
  name: Name,
  description: Description,
  content: z.strictObject({ blocks: Blocks }),
  /** The revision that it is based on; a newer one on the server is a conflict. When omitted, it replaces any. */
  revision: z.number().int().min(1).optional(),
})
export type SavedReport = z.output<typeof SavedReport>

export const ReportParams = ProjectParams.extend({ id: z.uuid() })
