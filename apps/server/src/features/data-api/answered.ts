import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { Accepted } from '@basalt/data-api/parse/media-type.ts'
import type { Preferences } from '@basalt/data-api/parse/prefer.ts'
import { unexpectedRows } from '@basalt/data-api/plan/result.ts'
import type { Planned, ResultRow } from '@basalt/data-api/plan/statement.ts'
import { safeHeaders } from '@basalt/data-api/wire/database-error.ts'
import type { Execute } from './execute.ts'

/** What a request is answered with. */
export interface Answered {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer | undefined
}

/** The body of a representation; bytes come from PostgreSQL as hexadecimal digits. */
export const bodyOf = ({ isBytes }: Accepted, { body }: Pick<ResultRow, 'body'>): string | Buffer =>
  isBytes ? Buffer.from(body ?? '', 'hex') : (body ?? '')

/**
 * Runs a statement that stands only with the rows it expects; `check` refuses any other number of them, and by then
 * PostgreSQL has undone everything. A rehearsal is undone as well.
 */
export async function kept(
  execute: Execute,
  planned: Planned,
  { transaction }: Pick<Preferences, 'transaction'>,
  check: (rows: Pick<ResultRow, 'page'>) => void,
): Promise<ResultRow> {
  try {
    return await (transaction === 'rollback' ? execute.rehearsed(planned) : execute.once(planned))
  } catch (error) {
    const page = unexpectedRows(error)
    if (page !== undefined) check({ page })
    throw error
  }
}

/** Lets code of the database have the last word on status and headers. Throws PGRST111 and PGRST112 for what is none. */
export function withWishes(
  answer: Answered,
  { headers, status }: Pick<ResultRow, 'headers' | 'status'>,
): Answered {
  return {
    body: answer.body,
    status: status === null ? answer.status : wishedStatus(status),
    headers: { ...answer.headers, ...(headers !== null && wishedHeaders(headers)) },
  }
}

/** `[{"X-Name": "value"}, …]`, the form of PostgREST: a header named twice is sent twice. */
function wishedHeaders(text: string): Record<string, string | string[]> {
  const wished: Record<string, string | string[]> = {}
  for (const one of listIn(text))
    for (const [name, value] of Object.entries(safeHeaders(one))) {
      const key = name.toLowerCase()
      const before = wished[key]
      wished[key] = before === undefined ? value : [before, value].flat()
    }
  return wished
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
    // PlanInput below.
  }
  throw new DataApiError(
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}

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

/** Throws PGRST124 when more rows were written than the caller allowed. */
export function mustNotExceed({ page }: Pick<ResultRow, 'page'>, limit: number | undefined) {
  if (limit === undefined || page <= limit) return
  throw new DataApiError('PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${page} rows`,
  })
}

/** Throws PGRST103 for rows after the last one. */
export function mustBeInRange(offset: number, total: number | undefined) {
  if (total === undefined || offset <= total) return
  throw new DataApiError('PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'content-range': `*/${total}` },
  })
}
