import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { METRICS_PER_REQUEST_MAX, metricIds } from './metrics.rules.ts'

const Time = z.iso.datetime({ offset: true })

/** A time range; without times, the last hour. What the plan no longer keeps is left out. */
export const MetricRange = z.object({
  /** Inclusive. */
  from: Time.optional(),
  /** Exclusive. */
  to: Time.optional(),
})
export type MetricRange = z.output<typeof MetricRange>

export const MetricsQuery = MetricRange.extend({
  metrics: queryList(z.enum(metricIds)).pipe(
    z.array(z.enum(metricIds)).min(1, 'Name at least one metric').max(METRICS_PER_REQUEST_MAX),
  ),
})
export type MetricsQuery = z.output<typeof MetricsQuery>

export const MetricSeries = z
  .object({
    /** When the first step begins: a multiple of the width of a step. */
    from: z.iso.datetime(),
    /** When the last step ends. */
    to: z.iso.datetime(),
    step_ms: z.number().int(),
    series: z.array(
      z.object({
        metric: z.enum(metricIds),
        /** One for each step; null where nothing was measured, such as while the project slept. */
        values: z.array(z.number().nullable()),
      }),
    ),
  })
  .meta({ id: 'MetricSeries' })
export type MetricSeries = z.infer<typeof MetricSeries>

/** How the size of a table changed in a time range, by its last measurement. */
export const TableSize = z
  .object({
    schema: z.string(),
    name: z.string(),
    /** Rows and TOAST. */
    table_bytes: z.number(),
    index_bytes: z.number(),
    live_rows: z.number(),
    dead_rows: z.number(),
    /** Since the first measurement in the range. */
    grown_bytes: z.number(),
  })
  .meta({ id: 'TableSize' })
export type TableSize = z.infer<typeof TableSize>
