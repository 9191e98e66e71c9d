import {
  checkPolicy,
  listPoliciesOfTable,
  listPolicyTables,
  readPolicy,
  tryReading,
  tryWriting,
} from '@basalt/contract/database-objects/policies/policies.endpoints.ts'
import type { PolicyDraft, WriteTrial } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { objectKindQueries, objectQueries } from '../objects.queries.ts'

/** Whose access is tried. */
export interface Tried {
  role: string
  claims?: Record<string, unknown> | undefined
}

export const policyQueries = {
  ...objectKindQueries(listPolicyTables, readPolicy),

  /** The policies of a table after those that its list has. */
  others: (ref: string, table: number, after: string) =>
    infiniteQueryOptions({
      queryKey: [...objectQueries.of(ref), 'policies-of-table', table, after],
      queryFn: ({ pageParam, signal }) =>
        call(
          listPoliciesOfTable,
          { params: { ref, oid: String(table) }, query: { after: pageParam } },
          signal,
        ),
      initialPageParam: after,
      getNextPageParam: ({ policies, has_more }) => (has_more ? policies.at(-1)?.name : undefined),
    }),

  /** What PostgreSQL says of a draft, and what it risks. */
  check: (ref: string, draft: PolicyDraft) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'policy-check', draft],
      queryFn: ({ signal }) => call(checkPolicy, { params: { ref }, body: draft }, signal),
      gcTime: 0,
      retry: false,
    }),

  /** Which rows a role sees. Rows change without notice, so that it is never taken from the cache. */
  reading: (ref: string, table: number, tried: Tried) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'policy-trial', table, tried],
      queryFn: ({ signal }) => call(tryReading, { params: { ref }, body: { table, ...tried } }, signal),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
}

/** Whether a role may write a row; the sheet shows what fails. */
export const tryingToWrite = (ref: string) =>
  mutationOptions({
    mutationFn: (body: WriteTrial) => call(tryWriting, { params: { ref }, body }),
  })
