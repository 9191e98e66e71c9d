import type {
  PolicyExpectations,
  SavedPolicyExpectations,
} from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
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

  async save(ref: string, expectations: PolicyExpectations, now: Date): Promise<SavedPolicyExpectations> {
    const saved = { expectations: JSON.stringify(expectations), saved_at: now.toISOString() }
    await metadata
      .insertInto('policy_expectations')
      .values({ ref, ...saved })
      .onConflict((conflict) => conflict.column('ref').doUpdateSet(saved))
      .execute()
    return { expectations: { ...expectations, saved_at: saved.saved_at } }
  },
})
