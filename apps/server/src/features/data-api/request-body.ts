import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { parseQueryString } from '@basalt/data-api/parse/query-string.ts'
import { jsonPayload, type Payload, payload, unreadPayload } from '@basalt/data-api/plan/payload.ts'
import { parseCsv } from '@basalt/data-api/wire/csv.ts'
import type { Asked } from './asked.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text. Throws PGRST102 for what is no UTF-8. */
export function textOf({ body }: Pick<Asked, 'body'>): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new DataApiError('PGRST102', 'The body is not valid UTF-8')
  }
}

/** Types whose body is JSON. */
export const isJson = (type: string) =>
  type === 'application/json' || /^application\/(?:vnd\.pgrst\.(?:object|array)|[\w.-]+)\+json$/.test(type)

export const FORM = 'application/x-www-form-urlencoded'

/** The columns that a request names, which are known without its plan. */
export const namedColumns = ({ search, queryOf }: Asked): readonly string[] | undefined =>
  // Any name may be written with percent signs.
  /columns|%/.test(search) ? queryOf(search).columns : undefined

/** The rows to write, whatever form they come in. Throws PGRST102. */
export function payloadOf(asked: Asked, columns = namedColumns(asked)): Payload {
  const { contentType } = asked
  const text = textOf(asked)
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

/** The rows to insert: where the columns are named, JSON is left for PostgreSQL to read. Throws PGRST102. */
export function insertedBy(asked: Asked): Payload {
  const columns = namedColumns(asked)
  const isLeft = columns !== undefined && columns.length > 0 && isJson(asked.contentType)
  return isLeft ? unreadPayload(asked.body, columns) : payloadOf(asked, columns)
}
