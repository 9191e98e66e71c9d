import { z } from 'zod'
import { ProjectRef } from '../projects/projects.schema.ts'
import { daysBetween, wholeDays } from './period.rules.ts'
import { metricIds, USAGE_RANGE_DAYS_MAX } from './usage.rules.ts'

/** PostgreSQL and JavaScript format years of five digits differently. */
const FIRST_MOMENT = Date.parse('2000-01-01')
const LAST_MOMENT = Date.parse('2999-12-31')

const Moment = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'Give a date such as 2026-03-01, or a time such as 2026-03-01T00:00:00Z',
  )
  .refine(
    (moment) => Date.parse(moment) >= FIRST_MOMENT && Date.parse(moment) <= LAST_MOMENT,
    'Give a year from 2000 to 2999',
  )

/** A range from `start` to `end` (exclusive), or the current billing period without them. Days are in UTC. */
export const UsageQuery = z
  .object({ project_ref: ProjectRef.optional(), start: Moment.optional(), end: Moment.optional() })
  .refine(
    ({ start, end }) => (start === undefined) === (end === undefined),
    'Give both start and end, or neither',
  )
  .refine(
    ({ start, end }) => start === undefined || end === undefined || Date.parse(start) < Date.parse(end),
    { path: ['end'], message: 'The end must lie after the start' },
  )
  .refine(
    ({ start, end }) =>
      start === undefined ||
      end === undefined ||
      daysBetween(wholeDays(new Date(start), new Date(end))) <= USAGE_RANGE_DAYS_MAX,
    { path: ['end'], message: `Choose at most ${USAGE_RANGE_DAYS_MAX} days` },
  )
export type UsageQuery = z.infer<typeof UsageQuery>

export const UsageItem = z
  .object({
    metric: z.enum(metricIds),
    unit: z.enum(['bytes', 'count']),
    usage: z.number(),
    /** Whether the plan sets a limit. */
    capped: z.boolean(),
    available_in_plan: z.boolean(),
    unlimited: z.boolean(),
    /** What the plan includes, in the metric's unit; 0 when it sets no limit. */
    pricing_free_units: z.number(),
    /** Nothing is sold here. */
    pricing_strategy: z.literal('NONE'),
    cost: z.literal(0),
    /** The projects with the highest usage, highest first. */
    project_allocations: z.array(
      z.object({
        ref: z.string(),
        /** Null for a deleted project. */
        name: z.string().nullable(),
        usage: z.number(),
      }),
    ),
  })
  .meta({ id: 'UsageItem' })
export type UsageItem = z.infer<typeof UsageItem>

const period = { period_start: z.iso.datetime(), period_end: z.iso.datetime() }

export const Usage = z.object({ ...period, usages: z.array(UsageItem) }).meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>

export const DailyUsage = z
  .object({
    ...period,
    /** `2026-03-01`, in order and without gaps. */
    days: z.array(z.string()),
    series: z.array(
      z.object({
        metric: z.enum(metricIds),
        /** One per day; null without a measurement. */
        values: z.array(z.number().nullable()),
      }),
    ),
  })
  .meta({ id: 'DailyUsage' })
export type DailyUsage = z.infer<typeof DailyUsage>
