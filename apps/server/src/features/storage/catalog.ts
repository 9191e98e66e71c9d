import { randomUUID } from 'node:crypto'
import type { ApiConnections, Transaction } from '../../platform/project-databases/api-connections.ts'
import type { DatabaseCaller } from '../../platform/project-databases/database-caller.ts'
import type { TextRow, TripStatement } from '../../platform/project-databases/round-trip.ts'
import { toStorageError } from './storage-error.ts'

/**
 * Settings for listings. The generic plan of a prepared statement assumes a folder of average size, and would sort all
 * of a folder with a million files.
 */
export const WITHOUT_SORTING = { enable_sort: 'off', enable_incremental_sort: 'off' }

export type Catalog = ReturnType<typeof catalogOf>

/** Access to the bucket and object rows in a project's own database, subject to its policies. */
export function catalogOf(databases: ApiConnections) {
  /** Runs work in a transaction as a caller. Throws storage errors. */
  const as = async <T>(ref: string, caller: DatabaseCaller, work: (rows: Transaction) => Promise<T>) => {
    try {
      return await databases.transaction(ref, caller, work)
    } catch (error) {
      throw toStorageError(error)
    }
  }
  /** Runs one statement as a caller, in one round trip. Values are returned as text. Throws storage errors. */
  const once = (ref: string, caller: DatabaseCaller, statement: TripStatement): Promise<TextRow[]> =>
    databases.once(ref, caller, statement).catch((error) => {
      throw toStorageError(error)
    })
  return {
    as,
    once,
    /** Like `once`, for a page of a listing that an index returns in order. */
    page: (ref: string, caller: DatabaseCaller, statement: TripStatement) =>
      once(ref, { ...caller, settings: { ...caller.settings, ...WITHOUT_SORTING } }, statement),
    /** Checks whether work would be allowed, and rolls it back. */
    async dryRun(ref: string, caller: DatabaseCaller, work: (rows: Transaction) => Promise<unknown>) {
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
