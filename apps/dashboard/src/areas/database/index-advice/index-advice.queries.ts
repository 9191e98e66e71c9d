import {
  cancelIndexAdvice,
  getIndexAdvice,
  startIndexAdvice,
} from '@basalt/contract/index-advice/index-advice.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { hasEnded } from '../rehearsals/copy-report.rules.ts'

const RUNNING_INTERVAL_MS = 500

export const indexAdviceQueries = {
  one: (ref: string, id: string) =>
    queryOptions({
      queryKey: ['index-advice', ref, id] as const,
      queryFn: ({ signal }) => call(getIndexAdvice, { params: { ref, id } }, signal),
      staleTime: 0,
      refetchInterval: ({ state: { data, error } }) =>
        error !== null || (data && hasEnded(data)) ? false : RUNNING_INTERVAL_MS,
    }),
}

// The panel shows the errors of these.

export const startAdvice = (ref: string) =>
  mutationOptions({
    mutationFn: (query: string) => call(startIndexAdvice, { params: { ref }, body: { query } }),
    onSuccess: (advice, _query, _result, { client }) =>
      client.setQueryData(indexAdviceQueries.one(ref, advice.id).queryKey, advice),
  })

export const cancelAdvice = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelIndexAdvice, { params: { ref, id } }),
    onSuccess: (advice, id, _result, { client }) =>
      client.setQueryData(indexAdviceQueries.one(ref, id).queryKey, advice),
    meta: { errorTitle: 'Failed to cancel the index advice' },
  })
