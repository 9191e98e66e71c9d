import type { BranchStore } from './branches.store.ts'

export type { BranchPoint } from './branch-point.ts'

/** What other features may use of branches. */
export type Branches = Pick<BranchStore, 'parentOf' | 'family' | 'sendsRequests'>

/** What a merge knows of the moment of branching. */
export type BranchOrigins = Pick<BranchStore, 'find' | 'originOf' | 'endReview'>
