import {
  EXPECTED_CELLS_MAX,
  MATRIX_ACTORS_MAX,
  mergeExpectations,
} from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type {
  SavedPolicyExpectations,
  SavePolicyExpectations,
} from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

/** What roles and users of projects are expected to be allowed. Both throw MetadataUnavailable. */
export const expectationStore = (metadata: Metadata) => ({
  async find(ref: string): Promise<SavedPolicyExpectations> {
    const row = await metadata
      .selectFrom('policy_expectations')
      .select(['expectations', 'saved_at'])
      .where('ref', '=', ref)
      .executeTakeFirst()
    return { expectations: row ? { ...row.expectations, saved_at: row.saved_at } : null }
  },

  /**
   * Replaces what is expected of the schemas or tables that it names. Throws `validation_failed` when more roles and users would be kept
   * than one run can try.
   */
  async save(
    ref: string,
    { replaces, ...expectations }: SavePolicyExpectations,
    now: Date,
  ): Promise<SavedPolicyExpectations> {
    return metadata.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('policy_expectations')
        .select('expectations')
        .where('ref', '=', ref)
        .forUpdate()
        .executeTakeFirst()
      const merged = row ? mergeExpectations(row.expectations, expectations, replaces) : expectations
      if (merged.actors.length > MATRIX_ACTORS_MAX)
        throw new AppError(
          'validation_failed',
          `With those of other schemas, that would be ${merged.actors.length} roles and users. At most ${MATRIX_ACTORS_MAX} can be kept.`,
        )
      if (merged.cells.length > EXPECTED_CELLS_MAX)
        throw new AppError(
          'validation_failed',
          `At most ${EXPECTED_CELLS_MAX} expectations of a project are kept`,
        )
      const saved = { expectations: JSON.stringify(merged), saved_at: now.toISOString() }
      await transaction
        .insertInto('policy_expectations')
        .values({ ref, ...saved })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet(saved))
        .execute()
      return { expectations: { ...merged, saved_at: saved.saved_at } }
    })
  },
})
