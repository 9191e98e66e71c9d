import { randomUUID } from 'node:crypto'
import type { DatabaseCaller, ProjectDatabases, Transaction } from '../../platform/project-databases.ts'
import { toStorageError } from './storage-error.ts'

export type Catalog = ReturnType<typeof catalogOf>

/** The rows of buckets and objects, in the project's own database, where its policies decide. */
export function catalogOf(databases: ProjectDatabases) {
  /** Runs work as a caller. Throws storage errors. */
  const as = async <T>(ref: string, caller: DatabaseCaller, work: (rows: Transaction) => Promise<T>) => {
    try {
      return await databases.as(ref, caller, work)
    } catch (error) {
      throw toStorageError(error)
    }
  }
  return {
    as,
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
