import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import {
  PERFORMANCE_PAGE_MAX,
  PERFORMANCE_PAGE_SIZE,
  performancePresetIds,
  performanceSorts,
} from './query-performance.rules.ts'

/** What PostgreSQL counted of one kind of query by one role, since the statistics were last reset. Times in milliseconds. */
export const QueryStatistic = z
  .object({
    /** Unique among the statistics of a project. */
    id: z.string(),
    /** With placeholders for its literals. */
    query: z.string(),
    role: z.string(),
    calls: z.number(),
    total_ms: z.number(),
    /** The part of the time of all queries, from 0 to 1. */
    prop_total_time: z.number(),
    mean_ms: z.number(),
    max_ms: z.number(),
    min_ms: z.number(),
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
    /** When the counting began. */
    since: z.iso.datetime().nullable(),
    queries: z.array(QueryStatistic),
    /** Roles with statistics, for the filter. */
    roles: z.array(z.string()),
    /** For the `cursor` of the next page; null on the last one. */
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'QueryPerformancePage' })
export type QueryPerformancePage = z.infer<typeof QueryPerformancePage>

export const QueryPerformanceQuery = z.object({
  preset: z.enum(performancePresetIds).default('most_time_consuming'),
  /** A regular expression of PostgreSQL that the text of the query matches, without regard to case. */
  search: z.string().max(500).optional(),
  roles: queryList(z.string().max(63)).optional(),
  min_calls: z.coerce.number().int().min(0).optional(),
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
