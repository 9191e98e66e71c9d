import type { SqlRights } from '../sessions/connection-target.ts'
import type { HeldTransactions } from '../sessions/held-transactions.ts'
import type { RunningQueries } from './running-queries.ts'

interface Deps {
  running: RunningQueries
  held: HeldTransactions
  /** Whether a user may run SQL with these rights in a project. */
  mayRun(userId: string, ref: string, rights: SqlRights): Promise<boolean>
  onFailed(error: Error, ref: string): void
}

/**
 * Returns a function that stops the queries, and rolls back the held previews, of users who have lost the rights with
 * which they started them. Call it when memberships have changed. A failure is reported and affects one query only.
 */
export function revokedRuns({ running, held, mayRun, onFailed }: Deps) {
  const endUnless = async (
    { userId, ref, rights }: { userId: string; ref: string; rights: SqlRights },
    end: () => Promise<unknown>,
  ) => {
    try {
      if (!(await mayRun(userId, ref, rights))) await end()
    } catch (error) {
      onFailed(error as Error, ref)
    }
  }
  return async () => {
    await Promise.all([
      ...running.runs().map(({ id, ref, by }) => endUnless({ ...by, ref }, () => running.cancel(ref, id))),
      ...held
        .holders()
        .map(({ ref, userId, heldBy }) =>
          endUnless({ userId, ref, rights: 'everything' }, () => held.undoThoseOf(ref, heldBy)),
        ),
    ])
  }
}
