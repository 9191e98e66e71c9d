import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { parseQueryString } from '@basalt/data-api/parse/query-string.ts'
import { jsonPayload, type Payload, payload, unreadPayload } from '@basalt/data-api/plan/payload.ts'
import { parseCsv } from '@basalt/data-api/wire/csv.ts'
import type { ApiRequest } from './api-request.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text. Throws PGRST102 for invalid UTF-8. */
export function textOf({ body }: Pick<ApiRequest, 'body'>): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new DataApiError('PGRST102', 'The body is not valid UTF-8')
  }
}

/** Whether a body of this media type is JSON. */
export const isJson = (type: string) =>
  type === 'application/json' || /^application\/(?:vnd\.pgrst\.(?:object|array)|[\w.-]+)\+json$/.test(type)

export const FORM = 'application/x-www-form-urlencoded'

/** The `columns` parameter of a request. */
export const namedColumns = ({ search, queryOf }: ApiRequest): readonly string[] | undefined =>
  // The parameter's name may be percent-encoded.
  /columns|%/.test(search) ? queryOf(search).columns : undefined

/** The rows to write, from JSON, CSV or a form. Throws PGRST102. */
export function payloadOf(apiRequest: ApiRequest, columns = namedColumns(apiRequest)): Payload {
  const { contentType } = apiRequest
  const text = textOf(apiRequest)
  if (isJson(contentType)) return jsonPayload(text, columns)
  if (contentType === 'text/csv') {
    const rows = parseCsv(text)
    return payload(JSON.stringify(rows), rows, columns)
  }
  if (contentType === FORM) {
    const row = Object.fromEntries(parseQueryString(text))
    return payload(JSON.stringify([row]), [row], columns)
  }
  throw new DataApiError('PGRST102', `Content-Type not acceptable: ${contentType.slice(0, 100)}`, {
    hint: 'Send application/json, text/csv or application/x-www-form-urlencoded.',
  })
}

/** The rows to insert. If the request names the columns, only PostgreSQL parses the JSON. Throws PGRST102. */
export function insertPayloadOf(apiRequest: ApiRequest): Payload {
  const columns = namedColumns(apiRequest)
  const isUnread = columns !== undefined && columns.length > 0 && isJson(apiRequest.contentType)
  return isUnread ? unreadPayload(apiRequest.body, columns) : payloadOf(apiRequest, columns)
}
