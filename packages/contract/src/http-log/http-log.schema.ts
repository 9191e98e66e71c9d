import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { HTTP_LOG_PAGE_MAX, HTTP_LOG_PAGE_SIZE } from './http-log.rules.ts'

/** A call of one of a project's own APIs. */
export const HttpLogEntry = z
  .object({
    id: z.string(),
    /** When it arrived. */
    at: z.iso.datetime(),
    method: z.string(),
    /** Relative to the project's URL. Most parameter values and all keys and tokens are hidden. */
    path: z.string(),
    /** 499 when the client disconnected before the response. */
    status: z.number().int(),
    /** From its first byte until the response was complete or aborted. */
    duration_ms: z.number(),
    /** The database role it ran as; null when it needed no key or had no valid one. */
    role: z.string().nullable(),
    /** Including the response's headers. */
    response_bytes: z.number().int(),
    /** Calls before this one that were not logged because there were too many. */
    left_out: z.number().int(),
  })
  .meta({ id: 'HttpLogEntry' })
export type HttpLogEntry = z.infer<typeof HttpLogEntry>

export const HttpLogPage = z
  .object({
    entries: z.array(HttpLogEntry),
    /** For the `cursor` of the next page; null on the last one. */
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'HttpLogPage' })
export type HttpLogPage = z.infer<typeof HttpLogPage>

const Method = z.string().regex(/^[A-Z]{1,10}$/, 'Not a method such as GET')
/** One status, or a class such as `4xx`. */
const Status = z.string().regex(/^[1-5](?:xx|\d\d)$/, 'Not a status such as 404 or 4xx')

export const HttpLogQuery = z.object({
  method: queryList(Method).optional(),
  status: queryList(Status).optional(),
  role: z.string().max(63).optional(),
  /** A substring of the path. */
  path: z.string().max(200).optional(),
  /** Inclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Inclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(HTTP_LOG_PAGE_MAX).default(HTTP_LOG_PAGE_SIZE),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'Send the next_cursor of the page before')
    .optional(),
})
export type HttpLogQuery = z.output<typeof HttpLogQuery>
