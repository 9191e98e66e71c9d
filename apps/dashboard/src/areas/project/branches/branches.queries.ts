import { listBranches, updateBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const branchQueries = {
  all: ['branches'] as const,
  /** The branches of a project, including the default one. */
  of: (parentRef: string) =>
    queryOptions({
      queryKey: [...branchQueries.all, parentRef],
      queryFn: ({ signal }) => call(listBranches, { params: { ref: parentRef }, query: {} }, signal),
    }),
}

/** Requests a review of a branch by id; `ref` is the open project. */
export const requestReview = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(updateBranch, { params: { id }, body: { request_review: true } }),
    onSuccess: (_branch, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: branchQueries.of(ref).queryKey }),
    meta: { errorTitle: 'Failed to open merge request' },
  })
