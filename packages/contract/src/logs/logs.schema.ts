import { z } from 'zod'
import { ProjectParams } from '../projects/projects.schema.ts'
import { LOG_EVENT_ID_MAX, LOG_QUERY_LENGTH_MAX, LOG_SEARCH_MAX } from './log-limits.rules.ts'
import { LOG_PAGE_MAX, LOG_PAGE_SIZE, logLevels, logScopes, logSourceIds } from './logs.rules.ts'

export const LogScopeParams = ProjectParams.extend({ source: z.enum(logScopes) })
export const LogEventParams = ProjectParams.extend({
  source: z.enum(logSourceIds),
  id: z.string().max(LOG_EVENT_ID_MAX),
})

const Time = z.iso.datetime({ offset: true })

/** Search and time range; without times, the last hour. */
export const LogFilter = z.object({
  /** Such as `status:5xx path:/rest/* "text"`. */
  q: z.string().max(LOG_SEARCH_MAX).default(''),
  /** Inclusive. */
  from: Time.optional(),
  /** Exclusive. */
  to: Time.optional(),
})

export const LogPageQuery = LogFilter.extend({
  limit: z.coerce.number().int().min(1).max(LOG_PAGE_MAX).default(LOG_PAGE_SIZE),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.\d{1,6}$/, 'Send the next_cursor of the page before')
    .optional(),
  /** Only events that were written after the one with this id. */
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})

export const LogEvent = z
  .object({
    /** Unique within its source and project. */
    id: z.string(),
    source: z.enum(logSourceIds),
    timestamp: z.iso.datetime(),
    event_message: z.string(),
    level: z.enum(logLevels),
    /** The fields of its source that have a value. */
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'LogEvent' })
export type LogEvent = z.infer<typeof LogEvent>

/** An event with its fields beside its own. */
export const LogExportLine = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const LogPage = z.object({
  /** Newest first. */
  events: z.array(LogEvent),
  /** For the `cursor` of the next page; null on the last one. */
  next_cursor: z.string().nullable(),
})
export type LogPage = z.infer<typeof LogPage>

export const LogHistogram = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  bucket_ms: z.number().int(),
  /** Those with events, oldest first. */
  buckets: z.array(
    z.object({
      start: z.iso.datetime(),
      info: z.number().int(),
      warning: z.number().int(),
      error: z.number().int(),
    }),
  ),
  total: z.number().int(),
  /** Events of this time that could not be written because too many came at once. */
  left_out: z.number().int(),
})
export type LogHistogram = z.infer<typeof LogHistogram>

export const LogEventDetails = z.object({
  event: LogEvent,
  /** Events of the same request or session around that time, oldest first. */
  related: z.array(LogEvent),
})
export type LogEventDetails = z.infer<typeof LogEventDetails>

export const LogQuery = z.object({
  /** One SELECT in DuckDB's SQL. */
  sql: z.string().min(1).max(LOG_QUERY_LENGTH_MAX),
  /** Inclusive; an hour before the end by default. */
  from: Time.optional(),
  /** Exclusive; now by default. */
  to: Time.optional(),
})

export const LogQueryResult = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** Values as text, as JSON for lists and structures. */
  rows: z.array(z.array(z.string().nullable())),
  /** Whether there are more rows than a query returns. */
  is_cut: z.boolean(),
  duration_ms: z.number(),
})
export type LogQueryResult = z.infer<typeof LogQueryResult>

export const LogsAllQuery = z.object({
  sql: z.string().min(1).max(LOG_QUERY_LENGTH_MAX),
  iso_timestamp_start: Time.optional(),
  iso_timestamp_end: Time.optional(),
})
export const LogsAllResult = z.object({ result: z.array(z.record(z.string(), z.unknown())) })
