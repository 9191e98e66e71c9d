import { RESPONSE_BYTES_MAX } from '@basalt/data-api/data-api.rules.ts'
import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { isTooLongError } from '@basalt/data-api/plan/result.ts'
import type { Planned, ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import type { DatabaseCaller } from '../../platform/project-databases/database-caller.ts'
import type { TextRow } from '../../platform/project-databases/round-trip.ts'

/** Runs planned statements as the caller. */
export interface Execute {
  /** Runs in one round trip; its effects are committed when this resolves. */
  once(planned: Planned): Promise<ResultRow>
  /** Runs in one round trip and rolls back. */
  dryRun(planned: Planned): Promise<ResultRow>
  /** Runs a statement with one column, such as EXPLAIN, and returns its rows as lines. */
  lines(planned: Planned): Promise<string>
  /** Returns an Execute with these additional settings for the transaction. */
  with(more: Pick<DatabaseCaller, 'settings' | 'isolation'>): Execute
}

export const executeAs = (databases: ApiConnections, ref: string, caller: DatabaseCaller): Execute => ({
  once: (planned) => databases.once(ref, caller, textOf(planned)).then(resultIn, translateTooLong),
  dryRun: (planned) => databases.dryRun(ref, caller, textOf(planned)).then(resultIn, translateTooLong),
  async lines(planned) {
    return (await databases.once(ref, caller, textOf(planned))).map(([line]) => line).join('\n')
  },
  with: ({ settings, isolation }) =>
    executeAs(databases, ref, {
      ...caller,
      settings: { ...caller.settings, ...settings },
      isolation: isolation ?? caller.isolation,
    }),
})

/** Throws 54000 if the response is too long, and any other error unchanged. */
const translateTooLong = (error: unknown): never => {
  if (!isTooLongError(error)) throw error
  throw new DataApiError('54000', `The response would exceed ${RESPONSE_BYTES_MAX / 1024 / 1024} MiB`, {
    hint: 'Request fewer rows or columns with limit and select.',
  })
}

const textOf = ({ text, values }: Planned) => ({
  text,
  values: values.map((value) => (value === null || Buffer.isBuffer(value) ? value : String(value))),
})

/** Planned statements always return one row. */
const resultIn = (rows: TextRow[]): ResultRow => {
  const [total, page, body, location, inserted, headers, status] = rows[0]!
  return {
    total: total == null ? null : Number(total),
    page: Number(page),
    body: body ?? null,
    location: location ?? null,
    inserted: inserted == null ? null : Number(inserted),
    headers: headers ?? null,
    status: status ?? null,
  }
}
