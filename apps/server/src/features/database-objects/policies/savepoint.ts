import type { RunText } from '../../../platform/project-databases/sql/member-transaction.ts'
import { plain } from '../object-reads.ts'

/** Runs work whose effects and settings are undone, also when it fails. Nested uses are independent. */
export async function inSavepoint<T>(run: RunText, work: () => Promise<T>): Promise<T> {
  await run(plain('savepoint basalt_trial'))
  try {
    return await work()
  } finally {
    await run(plain('rollback to savepoint basalt_trial; release savepoint basalt_trial'))
  }
}
