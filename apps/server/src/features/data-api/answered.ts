import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import { safeHeaders } from '@basalt/data-api/wire/database-error.ts'

/** What a request is answered with. */
export interface Answered {
  status: number
  headers: Record<string, string>
  body: string | undefined
}

/** Lets code of the database have the last word on status and headers. Throws PGRST111 and PGRST112 for what is none. */
export function withWishes(
  answer: Answered,
  { headers, status }: Pick<ResultRow, 'headers' | 'status'>,
): Answered {
  const wished = headers === null ? {} : wishedHeaders(headers)
  return {
    body: answer.body,
    status: status === null ? answer.status : wishedStatus(status),
    headers: { ...answer.headers, ...safeHeaders(wished) },
  }
}

/** `[{"X-Name": "value"}, …]`, the form of PostgREST. */
function wishedHeaders(text: string): Record<string, unknown> {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null))
      return Object.assign({}, ...list.map((one: object) => lowerKeys(one)))
  } catch {
    // Said below.
  }
  throw new DataApiError(
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}

const lowerKeys = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function wishedStatus(text: string) {
  const status = Number(text)
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  throw new DataApiError('PGRST112', 'response.status guc must be a valid status code')
}

/** Throws PGRST116 unless there is exactly one row. */
export function mustBeOne({ page }: Pick<ResultRow, 'page'>) {
  if (page === 1) return
  throw new DataApiError('PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${page} rows`,
  })
}

/** Throws PGRST124 when more rows were written than whoever asked wanted. */
export function mustNotExceed({ page }: Pick<ResultRow, 'page'>, limit: number | undefined) {
  if (limit === undefined || page <= limit) return
  throw new DataApiError('PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${page} rows`,
  })
}
