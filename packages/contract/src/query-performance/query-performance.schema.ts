import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  PERFORMANCE_PAGE_MAX,
  PERFORMANCE_PAGE_SIZE,
  performancePresetIds,
  performanceSorts,
  querySources,
} from './query-performance.rules.ts'

/**
 * What PostgreSQL counted of one kind of query by one role, since the statistics were last reset or in a time range. Times in
 * milliseconds.
 */
export const QueryStatistic = z
  .object({
    /** Unique among the statistics of a project. */
    id: z.string(),
    /** With placeholders for its literals. */
    query: z.string(),
    role: z.string(),
    /** Who ran it first since it is counted. */
    source: z.enum(querySources),
    calls: z.number(),
    total_ms: z.number(),
    /** The part of the time of all queries, from 0 to 1. */
    prop_total_time: z.number(),
    mean_ms: z.number(),
    max_ms: z.number(),
    /** Null over a time range, of which only the longest call is known. */
    min_ms: z.number().nullable(),
    avg_rows: z.number(),
    /** The part of blocks that were found in shared buffers, from 0 to 1; null when it read none. */
    cache_hit_rate: z.number().nullable(),
  })
  .meta({ id: 'QueryStatistic' })
export type QueryStatistic = z.infer<typeof QueryStatistic>

export const QueryPerformancePage = z
  .object({
    /** Whether the extension pg_stat_statements is there. Without it there is nothing else. */
    is_enabled: z.boolean(),
    /** When the counting began; over a time range, its first measurement with a query. */
    since: z.iso.datetime().nullable(),
    queries: z.array(QueryStatistic),
    /** Roles with statistics, for the filter. */
    roles: z.array(z.string()),
    /** For the `cursor` of the next page; null on the last one. */
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'QueryPerformancePage' })
export type QueryPerformancePage = z.infer<typeof QueryPerformancePage>

const Time = z.iso.datetime({ offset: true })

/** A time range. What the plan no longer keeps is left out. */
const Range = {
  /** Inclusive. */
  from: Time.optional(),
  /** Exclusive. */
  to: Time.optional(),
}

export const QueryPerformanceQuery = z.object({
  /** With a time, what was measured in this range is listed instead of what PostgreSQL has counted so far. */
  ...Range,
  preset: z.enum(performancePresetIds).default('most_time_consuming'),
  /** A regular expression of PostgreSQL that the text of the query matches, without regard to case. */
  search: z.string().max(500).optional(),
  roles: queryList(z.string().max(63)).optional(),
  min_calls: z.coerce.number().int().min(0).optional(),
  /** Only queries that were run first by the dashboard, or by something else. */
  source: z.enum(querySources).optional(),
  /** Whether queries of PostgreSQL's catalogs are listed, of which most are made by tools. */
  catalog: z.enum(['true', 'false']).default('false'),
  sort: z.enum(performanceSorts).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: z.coerce.number().int().min(1).max(PERFORMANCE_PAGE_MAX).default(PERFORMANCE_PAGE_SIZE),
  cursor: z
    .string()
    .regex(/^\d{1,6}$/, 'Send the next_cursor of the page before')
    .optional(),
})
export type QueryPerformanceQuery = z.output<typeof QueryPerformanceQuery>

export const QueryStatisticParams = ProjectParams.extend({
  /** The id of a statistic. */
  statistic: z.string().regex(/^-?\d{1,20}-\d{1,10}-[tf]$/, 'Send the id of a listed query'),
})
export const QueryHistoryQuery = z.object(Range)

/** What a query took over time, and what it waited for. Times in milliseconds. */
export const QueryHistory = z
  .object({
    /** The text, undefined when nothing was measured of it in the time that the plan keeps. */
    query: z.string().optional(),
    role: z.string().optional(),
    /** When the first step begins. */
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    step_ms: z.number().int(),
    /** One value for each step; times are null where it was not called. */
    calls: z.array(z.number()),
    mean_ms: z.array(z.number().nullable()),
    max_ms: z.array(z.number().nullable()),
    /** The means of minutes, each weighted by its calls: half of all calls, and 95% of them, were in minutes with less. */
    p50_ms: z.number().nullable(),
    p95_ms: z.number().nullable(),
    /** The plans that PostgreSQL made of it without values, the one seen last first. */
    plans: z.array(
      z.object({
        first_seen: z.iso.datetime(),
        last_seen: z.iso.datetime(),
        /** The planner's estimate when it was last seen. */
        cost: z.number(),
        /** As EXPLAIN prints it. */
        text: z.string(),
        tables: z.array(z.string()),
        indexes: z.array(z.string()),
      }),
    ),
    /** How often sessions were sampled while they ran it, by what they did. */
    sessions: z.array(
      z.object({
        /** PostgreSQL's kind of wait, such as Lock or IO; null when it ran. */
        wait_type: z.string().nullable(),
        wait_event: z.string().nullable(),
        samples: z.number().int(),
        /** The longest it had run by then. */
        longest_ms: z.number(),
      }),
    ),
    /** Programs whose sessions were sampled with it, by their application_name. */
    applications: z.array(z.object({ name: z.string(), samples: z.number().int() })),
    /** The queries of sessions that held locks it waited for. */
    blockers: z.array(z.object({ query: z.string(), samples: z.number().int() })),
  })
  .meta({ id: 'QueryHistory' })
export type QueryHistory = z.infer<typeof QueryHistory>
