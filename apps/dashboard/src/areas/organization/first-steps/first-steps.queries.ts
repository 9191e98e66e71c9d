import { listFirstSteps } from '@basalt/contract/first-steps/first-steps.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const firstStepQueries = {
  /** Of one project, or of all that the user may see. */
  of: (slug: string, projectRef?: string | undefined) =>
    queryOptions({
      queryKey: ['first-steps', slug, projectRef ?? null],
      queryFn: ({ signal }) =>
        call(
          listFirstSteps,
          { params: { slug }, query: projectRef === undefined ? {} : { project_ref: projectRef } },
          signal,
        ),
    }),
}
