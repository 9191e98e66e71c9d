import type { AdvisorCounts } from '@basalt/contract/advisors/advisors.rules.ts'
import type { LintDismissal } from '@basalt/contract/advisors/advisors.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export interface StoredDismissal extends LintDismissal {
  readonly cache_key: string
  /** The digest of the object when it was dismissed. */
  readonly state: string
}

interface Run {
  readonly ranAt: Date
  readonly counts: AdvisorCounts
  /** Keys of the errors that are not dismissed. */
  readonly errors: readonly string[]
}

export type AdvisorStore = ReturnType<typeof advisorStore>

const DISMISSAL = ['cache_key', 'state', 'reason', 'dismissed_by', 'dismissed_at', 'expires_at'] as const

/** Results of the advisors, and what members dismissed. */
export function advisorStore(metadata: Metadata) {
  return {
    /** The last run; undefined before the first. */
    lastRun: (ref: string) =>
      metadata
        .selectFrom('advisor_runs')
        .select(['ran_at', 'counts'])
        .where('ref', '=', ref)
        .executeTakeFirst(),

    /** Stores a run and returns the errors of the one before; undefined when there was none. */
    async saveRun(ref: string, { ranAt, counts, errors }: Run): Promise<readonly string[] | undefined> {
      const row = { ran_at: ranAt, counts: JSON.stringify(counts), errors: JSON.stringify(errors) }
      const before = await metadata
        .with('before', (query) => query.selectFrom('advisor_runs').select('errors').where('ref', '=', ref))
        .insertInto('advisor_runs')
        .values({ ref, ...row })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet(row))
        .returning(sql<string[] | null>`(select errors from before)`.as('errors'))
        .executeTakeFirst()
      return before?.errors ?? undefined
    },

    dismissals: (ref: string): Promise<StoredDismissal[]> =>
      metadata.selectFrom('advisor_dismissals').select(DISMISSAL).where('ref', '=', ref).execute(),

    /** Replaces an earlier dismissal of the same finding. */
    async dismiss(ref: string, dismissal: StoredDismissal) {
      await metadata
        .insertInto('advisor_dismissals')
        .values({ ref, ...dismissal })
        .onConflict((conflict) => conflict.columns(['ref', 'cache_key']).doUpdateSet(dismissal))
        .execute()
    },

    /** Returns how many there were. */
    async reopen(ref: string, keys: readonly string[]): Promise<number> {
      if (keys.length === 0) return 0
      const { numDeletedRows } = await metadata
        .deleteFrom('advisor_dismissals')
        .where('ref', '=', ref)
        .where('cache_key', 'in', keys)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
