import type { WireError } from '../data-api-error.ts'
import { nearestName } from '../schema/nearest-name.ts'

/** PostgreSQL's error for a failed statement. */
export interface DatabaseError {
  code: string
  message: string
  detail?: string | undefined
  hint?: string | undefined
}

export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: WireError
}

/** HTTP status by SQLSTATE or its two-character class. The SQLSTATE takes precedence. */
const statuses: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '53400': 500,
  '54': 500,
  // A body that is nested too deeply is the caller's fault.
  '54001': 400,
  '55': 500,
  '57': 500,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
}

const CUSTOM_STATUS = /^PT([1-5]\d\d)$/

/** The HTTP response for an error of the database. Missing privileges are 401 for an anonymous caller, else 403. */
export function databaseErrorResponse(
  error: DatabaseError,
  { isAnonymous }: { isAnonymous: boolean },
): ErrorResponse {
  const { code, message } = error
  const body = { code, message, details: error.detail ?? null, hint: error.hint ?? null }
  if (code === 'PGRST') return raisedResponse(error)
  const custom = CUSTOM_STATUS.exec(code)?.[1]
  if (custom !== undefined) return { status: Number(custom), headers: {}, body }
  if (code === '42501' && isAnonymous) return { status: 401, headers: { 'www-authenticate': 'Bearer' }, body }
  if (code === '42501') return { status: 403, headers: {}, body }
  return { status: statuses[code] ?? statuses[code.slice(0, 2)] ?? 400, headers: {}, body }
}

const MESSAGE_FORM =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const DETAIL_FORM =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

/**
 * The response defined by `raise sqlstate 'PGRST'`: the body as JSON in its message, status and headers in its detail.
 * Returns PGRST121 if they are invalid.
 */
function raisedResponse({ message, detail }: DatabaseError): ErrorResponse {
  const raised = objectIn(message)
  if (typeof raised?.code !== 'string' || typeof raised.message !== 'string')
    return unreadable(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_FORM)
  if (detail === undefined) return unreadable('DETAIL is missing in the RAISE statement', DETAIL_FORM)
  const response = objectIn(detail)
  const status = response?.status
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599)
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_FORM)
  const headers = response!.headers ?? {}
  if (typeof headers !== 'object' || Array.isArray(headers))
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_FORM)
  const { code, message: raisedMessage, details = null, hint } = raised
  return {
    status,
    headers: safeHeaders(headers as Record<string, unknown>),
    body: { code, message: raisedMessage, details, hint: typeof hint === 'string' ? hint : null },
  }
}

const unreadable = (details: string, hint: string): ErrorResponse => ({
  status: 500,
  headers: {},
  body: {
    code: 'PGRST121',
    message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    details,
    hint,
  },
})

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers that the server sets itself, and those that affect how a browser treats the whole origin. */
const RESERVED_HEADERS = new RegExp(
  `^(?:${[
    ...['content-length', 'transfer-encoding', 'connection', 'set-cookie', 'content-security-policy'],
    ...[
      'access-control-.*',
      'cross-origin-.*',
      'x-content-type-options',
      'x-frame-options',
      'referrer-policy',
    ],
    ...['clear-site-data', 'strict-transport-security', 'alt-svc', 'service-worker-allowed'],
    ...['nel', 'report-to', 'reporting-endpoints'],
  ].join('|')})$`,
  'i',
)

/** The headers that functions of a database may set: well-formed and not reserved. */
export function safeHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' &&
      HEADER_NAME.test(name) &&
      HEADER_VALUE.test(value) &&
      !RESERVED_HEADERS.test(name)
        ? [[name, value]]
        : [],
    ),
  )
}

/** The hint of an error, or for an unknown column the nearest existing name. */
export function columnHint(
  { code, message, hint }: DatabaseError,
  names: Iterable<string>,
): string | undefined {
  if (code !== '42703' || hint) return hint
  const written = /column (?:"?\w+"?\.)?"?([^"]+?)"? does not exist/.exec(message)?.[1]
  const nearest = written === undefined ? undefined : nearestName(written, names)
  return nearest === undefined ? undefined : `Perhaps you meant '${nearest}'.`
}
