import { cancelJobRun, listJobs, runJob as runJobCall } from '@basalt/contract/jobs/jobs.endpoints.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const REFETCH_MS = 5_000

export const jobQueries = {
  all: ['jobs'] as const,
  list: () =>
    queryOptions({
      queryKey: [...jobQueries.all, 'list'],
      queryFn: ({ signal }) => call(listJobs, {}, signal),
      staleTime: 0,
      refetchInterval: REFETCH_MS,
    }),
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: jobQueries.all })

export const runJob = mutationOptions({
  mutationFn: (name: string) => call(runJobCall, { params: { name } }),
  onSettled: (_done, _error, _name, _result, { client }) => refresh(client),
  meta: { errorTitle: 'Failed to run the job' },
})

export const cancelRun = mutationOptions({
  mutationFn: (id: string) => call(cancelJobRun, { params: { id } }),
  onSettled: (_done, _error, _id, _result, { client }) => refresh(client),
  meta: { errorTitle: 'Failed to cancel the run' },
})
