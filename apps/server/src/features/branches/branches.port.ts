import type { Transaction } from 'kysely'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { BranchStore } from './branches.store.ts'

export type { BranchPoint } from './branch-point.ts'

/** What other features may use of branches. */
export type Branches = Pick<BranchStore, 'parentOf' | 'family' | 'sendsRequests'>

/** What a merge knows of the moment of branching. */
export type BranchOrigins = Pick<
  BranchStore,
  'find' | 'originOf' | 'beginReview' | 'endReview' | 'setBaseSchema'
> & {
  /** `originOf`, once the schema of that moment has been read and its keys are kept. Waits `BASE_SCHEMA_WAIT_MS` for each at most. */
  completeOriginOf: BranchStore['originOf']
}

/** The data of a branch that begins with that of a past moment. */
export interface PastData {
  /** In ISO 8601. */
  moment: string
  /** Whether it shows that moment and is never written to. */
  isReadOnly: boolean
  /** Notes in the transaction that makes the branch what its database is restored from. */
  begin(transaction: Transaction<MetadataSchema>, ref: string): Promise<void>
}
