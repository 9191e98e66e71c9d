import { randomUUID } from 'node:crypto'
import type { ApiConnections, Transaction } from '../../platform/project-databases/api-connections.ts'
import type { DatabaseCaller } from '../../platform/project-databases/database-caller.ts'
import type { TextRow, TripStatement } from '../../platform/project-databases/round-trip.ts'
import { toStorageError } from './storage-error.ts'

/**
 * The plan of a prepared statement knows no values: told of a folder of usual size, the planner would rather sort all of
 * it, also where it holds a million files.
 */
export const WITHOUT_SORTING = { enable_sort: 'off', enable_incremental_sort: 'off' }

export type Catalog = ReturnType<typeof catalogOf>

/** The rows of buckets and objects, in the project's own database, where its policies decide. */
export function catalogOf(databases: ApiConnections) {
  /** Runs work as a caller. Throws storage errors. */
  const as = async <T>(ref: string, caller: DatabaseCaller, work: (rows: Transaction) => Promise<T>) => {
    try {
      return await databases.transaction(ref, caller, work)
    } catch (error) {
      throw toStorageError(error)
    }
  }
  /** Runs one statement as a caller, in one round trip; its rows come as text. Throws storage errors. */
  const once = (ref: string, caller: DatabaseCaller, statement: TripStatement): Promise<TextRow[]> =>
    databases.once(ref, caller, statement).catch((error) => {
      throw toStorageError(error)
    })
  return {
    as,
    once,
    /** The same for a page of a list, which an index has in its order already. */
    page: (ref: string, caller: DatabaseCaller, statement: TripStatement) =>
      once(ref, { ...caller, settings: { ...caller.settings, ...WITHOUT_SORTING } }, statement),
    /** Finds out whether work would be allowed, and leaves no trace of it. */
    async rehearse(ref: string, caller: DatabaseCaller, work: (rows: Transaction) => Promise<unknown>) {
      const undo = randomUUID()
      await as(ref, caller, async (rows) => {
        await work(rows)
        throw undo
      }).catch((error) => {
        if (error !== undo) throw error
      })
    },
  }
}
