import type { Planned, ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { DatabaseCaller } from '../../platform/project-databases/database-caller.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { TextRow } from '../../platform/project-databases/round-trip.ts'

/** Runs the plan as the caller. */
export interface Execute {
  /** In one round trip. Whatever the statement does has happened when this resolves. */
  once(planned: Planned): Promise<ResultRow>
  /** The same, but nothing has happened when `check` throws, or when it is rehearsed only. */
  checked(planned: Planned, check: (row: ResultRow) => void, isRehearsal: boolean): Promise<ResultRow>
  /** The lines that a statement with one column answers, such as EXPLAIN. */
  lines(planned: Planned): Promise<string>
  /** Returns one that also sets these server parameters for the transaction. */
  with(more: Pick<DatabaseCaller, 'settings' | 'isolation'>): Execute
}

export const executeAs = (databases: ProjectDatabases, ref: string, caller: DatabaseCaller): Execute => ({
  async once(planned) {
    const [row] = await databases.once(ref, caller, textOf(planned))
    return resultOf(row!)
  },
  async checked(planned, check, isRehearsal) {
    let result: ResultRow | undefined
    try {
      await databases.checked(ref, caller, textOf(planned), ([row]) => {
        result = resultOf(row!)
        check(result)
        if (isRehearsal) throw REHEARSED
      })
    } catch (error) {
      if (error !== REHEARSED) throw error
    }
    return result!
  },
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

/** Thrown to roll back what went well. */
const REHEARSED = new Error('rehearsed')

const textOf = ({ text, values }: Planned) => ({
  text,
  values: values.map((value) => (value === null || Buffer.isBuffer(value) ? value : String(value))),
})

const resultOf = ([total, page, body, location, inserted, headers, status]: TextRow): ResultRow => ({
  total: total == null ? null : Number(total),
  page: Number(page),
  body: body ?? null,
  location: location ?? null,
  inserted: inserted == null ? null : Number(inserted),
  headers: headers ?? null,
  status: status ?? null,
})
