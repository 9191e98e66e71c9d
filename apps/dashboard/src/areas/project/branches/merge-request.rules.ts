import type { Branch } from '@basalt/contract/branches/branches.schema.ts'

type Known = Pick<
  Branch,
  'id' | 'project_ref' | 'parent_project_ref' | 'is_default' | 'git_branch' | 'review_requested_at'
>

export interface MergeRequest {
  branchId: string
  /** The parent project, which the branch is merged into. */
  parentRef: string
  isReviewRequested: boolean
}

/**
 * The possible or open merge request of a project. Undefined for the default branch, without a branch, and for branches
 * that follow a git repository, where reviews are requested.
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
