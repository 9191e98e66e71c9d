import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { Accepted } from '@basalt/data-api/parse/media-type.ts'
import type { Preferences } from '@basalt/data-api/parse/prefer.ts'
import { unexpectedRows } from '@basalt/data-api/plan/result.ts'
import type { Planned, ResultRow } from '@basalt/data-api/plan/statement.ts'
import { safeHeaders } from '@basalt/data-api/wire/database-error.ts'
import type { Execute } from './execute.ts'

/** The response to a request. */
export interface ApiResponse {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer | undefined
}

/** The body of a representation; bytes come from PostgreSQL as hexadecimal digits. */
export const bodyOf = ({ isBytes }: Accepted, { body }: Pick<ResultRow, 'body'>): string | Buffer =>
  isBytes ? Buffer.from(body ?? '', 'hex') : (body ?? '')

/**
 * Runs a statement that is rolled back unless it has the expected number of rows; `check` then throws the error. Also rolls
 * back for `tx=rollback`.
 */
export async function executeChecked(
  execute: Execute,
  planned: Planned,
  { transaction }: Pick<Preferences, 'transaction'>,
  check: (rows: Pick<ResultRow, 'page'>) => void,
): Promise<ResultRow> {
  try {
    return await (transaction === 'rollback' ? execute.dryRun(planned) : execute.once(planned))
  } catch (error) {
    const page = unexpectedRows(error)
    if (page !== undefined) check({ page })
    throw error
  }
}

/** Applies the status and headers that functions of the database have set. Throws PGRST111 and PGRST112 for invalid ones. */
export function withDatabaseOverrides(
  response: ApiResponse,
  { headers, status }: Pick<ResultRow, 'headers' | 'status'>,
): ApiResponse {
  return {
    body: response.body,
    status: status === null ? response.status : overriddenStatus(status),
    headers: { ...response.headers, ...(headers !== null && overriddenHeaders(headers)) },
  }
}

/** Parses `[{"X-Name": "value"}, …]`, as in PostgREST; a header named twice is sent twice. */
function overriddenHeaders(text: string): Record<string, string | string[]> {
  const overrides: Record<string, string | string[]> = {}
  for (const one of listIn(text))
    for (const [name, value] of Object.entries(safeHeaders(one))) {
      const key = name.toLowerCase()
      const before = overrides[key]
      overrides[key] = before === undefined ? value : [before, value].flat()
    }
  return overrides
}

function listIn(text: string): Record<string, unknown>[] {
  try {
    const list: unknown = JSON.parse(text)
    if (
      Array.isArray(list) &&
      list.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
    )
      return list
  } catch {
    // Throws below.
  }
  throw new DataApiError(
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}

function overriddenStatus(text: string) {
  const status = Number(text)
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  throw new DataApiError('PGRST112', 'response.status guc must be a valid status code')
}

/** Throws PGRST116 unless there is exactly one row. */
export function checkSingleRow({ page }: Pick<ResultRow, 'page'>) {
  if (page === 1) return
  throw new DataApiError('PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${page} rows`,
  })
}

/** Throws PGRST124 when more rows were written than the caller allowed. */
export function checkMaxAffected({ page }: Pick<ResultRow, 'page'>, limit: number | undefined) {
  if (limit === undefined || page <= limit) return
  throw new DataApiError('PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${page} rows`,
  })
}

/** Throws PGRST103 for rows after the last one. */
export function checkRange(offset: number, total: number | undefined) {
  if (total === undefined || offset <= total) return
  throw new DataApiError('PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'content-range': `*/${total}` },
  })
}
