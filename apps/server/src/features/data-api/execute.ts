import { RESPONSE_BYTES_MAX } from '@basalt/data-api/data-api.rules.ts'
import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { isTooLongError } from '@basalt/data-api/plan/result.ts'
import type { Planned, ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import type { DatabaseCaller } from '../../platform/project-databases/database-caller.ts'
import type { TextRow } from '../../platform/project-databases/round-trip.ts'

/** Runs the plan as the caller. */
export interface Execute {
  /** In one round trip. Whatever the statement does has happened when this resolves. */
  once(planned: Planned): Promise<ResultRow>
  /** In one round trip as well, and whatever the statement did is undone. */
  rehearsed(planned: Planned): Promise<ResultRow>
  /** The lines that a statement with one column answers, such as EXPLAIN. */
  lines(planned: Planned): Promise<string>
  /** Returns one that also sets these server parameters for the transaction. */
  with(more: Pick<DatabaseCaller, 'settings' | 'isolation'>): Execute
}

export const executeAs = (databases: ApiConnections, ref: string, caller: DatabaseCaller): Execute => ({
  once: (planned) => databases.once(ref, caller, textOf(planned)).then(resultIn, refuseLength),
  rehearsed: (planned) => databases.rehearsed(ref, caller, textOf(planned)).then(resultIn, refuseLength),
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

/** Throws 54000 where the answer is too long, and any other error as it is. */
const refuseLength = (error: unknown): never => {
  if (!isTooLongError(error)) throw error
  throw new DataApiError('54000', `The answer would have more than ${RESPONSE_BYTES_MAX / 1024 / 1024} MiB`, {
    hint: 'Ask for fewer rows or columns at once, with limit and select.',
  })
}

const textOf = ({ text, values }: Planned) => ({
  text,
  values: values.map((value) => (value === null || Buffer.isBuffer(value) ? value : String(value))),
})

/** The statement always brings one row. */
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
