import { z } from 'zod'

/** Every error code a caller may branch on. Adding one is an API change; renaming one is a breaking change. */
export const errorStatus = {
  validation_failed: 400,
  sql_failed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  /** Production is locked against changes. */
  locked: 423,
  /** The Range header names no bytes of the object. */
  range_not_satisfiable: 416,
  /** The address answers WebSockets only. */
  upgrade_required: 426,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  /** The call belongs to a standard protocol, but this server does not support it. */
  not_implemented: 501,
  /** The installation lacks something that the call needs. */
  not_configured: 501,
  /** An external service that the call needs failed or did not respond. */
  upstream_failed: 502,
  instance_unavailable: 503,
  storage_full: 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** One problem of a request: where (a path of keys) and what to do. */
export const ValidationIssue = z.object({ path: z.string(), message: z.string() })
export type ValidationIssue = z.infer<typeof ValidationIssue>

/** PostgreSQL's error for a user's own SQL. `position` is a 1-based character offset into the text sent. */
export const SqlFailure = z.object({
  sqlstate: z.string(),
  /** psql style: severity and message, `LINE n:` with a caret, detail, hint. */
  formattedError: z.string(),
  position: z.number().int().positive().optional(),
  detail: z.string().optional(),
  hint: z.string().optional(),
})
export type SqlFailure = z.infer<typeof SqlFailure>

export const ErrorBody = z
  .object({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .extend(SqlFailure.partial().shape)
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
