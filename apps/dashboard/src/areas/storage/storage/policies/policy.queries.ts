import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { listStoragePolicies } from '@basalt/contract/storage/policies.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'

export const policyQueries = {
  list: (ref: string) =>
    queryOptions({
      queryKey: ['storage-policies', ref],
      queryFn: ({ signal }) => call(listStoragePolicies, { params: { ref } }, signal),
    }),
}

/** Runs the SQL of policies in one transaction. The dialog displays errors. */
export const runPolicySql = (ref: string) =>
  mutationOptions({
    mutationFn: (query: string) => call(runQuery, { params: { ref }, query: {}, body: { query } }),
    onSettled: (_rows, _error, _query, _result, { client }) =>
      client.invalidateQueries({ queryKey: policyQueries.list(ref).queryKey }),
  })
