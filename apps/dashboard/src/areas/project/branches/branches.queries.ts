import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
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
