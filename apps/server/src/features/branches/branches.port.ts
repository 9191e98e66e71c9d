import type { BranchStore } from './branches.store.ts'

/** What other features may use of branches. */
export type Branches = Pick<BranchStore, 'parentOf' | 'family' | 'sendsRequests'>
