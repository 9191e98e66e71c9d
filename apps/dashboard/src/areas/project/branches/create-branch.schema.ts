import { NewBranch } from '@basalt/contract/branches/branches.schema.ts'
import { z } from 'zod'

/** What a member enters to create a branch. */
export const BranchFields = z.object({
  branch_name: NewBranch.shape.branch_name,
  /** The ref of what it is made from. */
  source: z.string(),
  data: z.enum(['all', 'schema']),
  kind: z.enum(['preview', 'persistent']),
})
export type BranchFields = z.infer<typeof BranchFields>

/** The call that creates the branch. */
export const branchCall = ({ source, data, kind, branch_name }: BranchFields) => ({
  ref: source,
  branch_name,
  with_data: data === 'all',
  persistent: kind === 'persistent',
})
