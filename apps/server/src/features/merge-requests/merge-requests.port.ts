import type { Transaction } from 'kysely'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

/** What the calls about a branch use of merges. Branches and merges build on each other. */
export interface BranchMerges {
  /** Opens a merge request of a branch, unless there is one. */
  requestReview(branch: string, email: string): Promise<void>
  /** Closes the merge request of a branch, unless there is none. Throws `conflict` while it is merged. */
  withdrawReview(branch: string, email: string): Promise<void>
  /** The SQL that merges the schema of a branch. */
  diff(branch: string): Promise<string>
  /** Begins to rehearse and merge a branch, and returns the id of its merge request. */
  mergeBranch(branch: string, reviewer: { email: string; mayApprove: boolean }): Promise<string>
  /** Makes the changes of the schema to a branch that were made to what it was made from. */
  push(branch: string, email: string): Promise<void>
  /** Forgets what was edited in the open merge request of a branch, whose data has been replaced; nothing if it has none. */
  branchReset(branch: string, transaction: Transaction<MetadataSchema>): Promise<void>
}
