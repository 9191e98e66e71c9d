import type { Branch } from '@basalt/contract/branches/branches.schema.ts'

type Known = Pick<
  Branch,
  'id' | 'project_ref' | 'parent_project_ref' | 'is_default' | 'git_branch' | 'review_requested_at'
>

export interface MergeRequest {
  branchId: string
  /** The project that is merged into, or from whose list the branch comes. */
  parentRef: string
  isReviewRequested: boolean
}

/**
 * The merge request that the project which is open can ask for, or has asked for. None for the default branch, which
 * has nothing to be merged into; for branches that follow a code repository, where it is asked for; and without a branch.
 */
export function mergeRequestOf(
  branches: readonly Known[] | undefined,
  ref: string,
): MergeRequest | undefined {
  const branch = branches?.find(({ project_ref }) => project_ref === ref)
  if (!branch || branch.is_default || branch.git_branch !== null) return undefined
  return {
    branchId: branch.id,
    parentRef: branch.parent_project_ref,
    isReviewRequested: branch.review_requested_at !== null,
  }
}

export const mergeRequestLabel = ({ isReviewRequested }: Pick<MergeRequest, 'isReviewRequested'>) =>
  isReviewRequested ? 'Review merge request' : 'Open merge request'
