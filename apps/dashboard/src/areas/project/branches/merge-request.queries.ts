import { updateBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { branchQueries } from './branches.queries.ts'

/** Requests a review of a branch by id; `ref` is the open project. */
export const requestReview = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(updateBranch, { params: { id }, body: { request_review: true } }),
    onSuccess: (_branch, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: branchQueries.of(ref).queryKey }),
    meta: { errorTitle: 'Failed to open merge request' },
  })
