import type { WireError } from '../data-api-error.ts'
import { nearestName } from '../schema/nearest-name.ts'

/** What PostgreSQL says of a statement that failed. */
export interface DatabaseError {
  code: string
  message: string
  detail?: string | undefined
  hint?: string | undefined
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: WireError
}

/** By SQLSTATE, or by the first two characters of its class. The more exact one counts. */
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

/** Says in HTTP what a failure in the database means. Who has not signed in is asked to, instead of refused. */
export function databaseAnswer(error: DatabaseError, { isAnonymous }: { isAnonymous: boolean }): Answer {
  const { code, message } = error
  const body = { code, message, details: error.detail ?? null, hint: error.hint ?? null }
  if (code === 'PGRST') return raisedAnswer(error)
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
 * `raise sqlstate 'PGRST'` states the whole response: the body as JSON in its message, status and headers in its
 * detail. An invalid one is answered with PGRST121.
 */
function raisedAnswer({ message, detail }: DatabaseError): Answer {
  const said = objectIn(message)
  if (typeof said?.code !== 'string' || typeof said.message !== 'string')
    return unreadable(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_FORM)
  if (detail === undefined) return unreadable('DETAIL is missing in the RAISE statement', DETAIL_FORM)
  const how = objectIn(detail)
  const status = how?.status
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599)
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_FORM)
  const headers = how!.headers ?? {}
  if (typeof headers !== 'object' || Array.isArray(headers))
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_FORM)
  const { code, message: words, details = null, hint } = said
  return {
    status,
    headers: safeHeaders(headers as Record<string, unknown>),
    body: { code, message: words, details, hint: typeof hint === 'string' ? hint : null },
  }
}

const unreadable = (details: string, hint: string): Answer => ({
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
/** What the server itself answers for, and what would change how a browser treats everything else on this origin. */
const KEPT_HEADERS = new RegExp(
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

/** Headers that code of a database may set: well-formed, and not those that protect the dashboard. */
export function safeHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' &&
      HEADER_NAME.test(name) &&
      HEADER_VALUE.test(value) &&
      !KEPT_HEADERS.test(name)
        ? [[name, value]]
        : [],
    ),
  )
}

/** A hint for a column that does not exist, out of those that do. */
export function columnHint(
  { code, message, hint }: DatabaseError,
  names: Iterable<string>,
): string | undefined {
  if (code !== '42703' || hint) return hint
  const written = /column (?:"?\w+"?\.)?"?([^"]+?)"? does not exist/.exec(message)?.[1]
  const nearest = written === undefined ? undefined : nearestName(written, names)
  return nearest === undefined ? undefined : `Perhaps you meant '${nearest}'.`
}
