import type { MemberRights } from '../../../platform/project-databases/sql/member-rights.ts'
import type { SqlRights } from '../../../platform/project-databases/sql/sql-login.ts'
import type { HeldTransactions } from '../sessions/held-transactions.ts'
import type { RunningQueries } from './running-queries.ts'

interface Deps {
  running: RunningQueries
  held: HeldTransactions
  mayRun: MemberRights['mayRun']
  onFailed(error: Error, ref: string): void
}

/**
 * Returns a function to call when rights have changed. It stops the queries and rolls back the held previews of users
 * who lost the rights with which they started them. A failure is reported and affects one query only.
 */
export function revokedRuns({ running, held, mayRun, onFailed }: Deps) {
  const endUnless = async (
    started: { userId: string; ref: string; rights: SqlRights },
    end: () => Promise<unknown>,
  ) => {
    try {
      if (!(await mayRun(started))) await end()
    } catch (error) {
      onFailed(error as Error, started.ref)
    }
  }
  return async () => {
    await Promise.all([
      ...running.runs().map(({ id, ref, by }) => endUnless({ ...by, ref }, () => running.cancel(ref, id))),
      ...held
        .holders()
        .map(({ ref, userId, heldBy }) =>
          endUnless({ userId, ref, rights: 'everything' }, () => held.rollBackOwn(ref, heldBy)),
        ),
    ])
  }
}
