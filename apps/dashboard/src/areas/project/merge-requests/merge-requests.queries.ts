import type { Input } from '@basalt/contract/endpoint.ts'
import {
  createMergeRequest,
  getMergeChanges,
  getMergeRequest,
  listMergedRows,
  listMergeRequests,
  listMergeReviewers,
  mergeMergeRequest,
  rehearseMergeRequest,
  reviewMergeRequest,
  updateMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import type {
  MergedTable,
  MergeRequestDetails,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { branchQueries } from '../branches/branches.queries.ts'

/** A rehearsal of a small database takes seconds. */
const RUNNING_INTERVAL_MS = 1_000

const isRunning = ({ status, rehearsal }: MergeRequestDetails) =>
  status === 'merging' || rehearsal?.status === 'running'

export const mergeRequestQueries = {
  all: (ref: string) => ['merge-requests', ref] as const,
  list: (ref: string) =>
    queryOptions({
      queryKey: [...mergeRequestQueries.all(ref), 'list'] as const,
      queryFn: ({ signal }) => call(listMergeRequests, { params: { ref } }, signal),
      staleTime: 0,
    }),
  one: (ref: string, id: string) =>
    queryOptions({
      queryKey: [...mergeRequestQueries.all(ref), id] as const,
      queryFn: ({ signal }) => call(getMergeRequest, { params: { ref, id } }, signal),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? RUNNING_INTERVAL_MS : false),
    }),
  /** Who can be asked for a review. */
  reviewers: (ref: string) =>
    queryOptions({
      queryKey: [...mergeRequestQueries.all(ref), 'reviewers'] as const,
      queryFn: ({ signal }) => call(listMergeReviewers, { params: { ref } }, signal),
    }),
  /** Compared again for each state of the request. */
  changes: (ref: string, { id, revision, status, rehearsal, events }: MergeRequestDetails) =>
    queryOptions({
      queryKey: [
        ...mergeRequestQueries.all(ref),
        id,
        'changes',
        {
          revision,
          status,
          rehearsed: rehearsal?.ended_at ?? null,
          approved: events.findLast(({ kind }) => kind === 'approved')?.id ?? null,
        },
      ] as const,
      queryFn: ({ signal }) => call(getMergeChanges, { params: { ref, id } }, signal),
      placeholderData: (previous) => previous,
      staleTime: 0,
    }),
  rows: (ref: string, id: string, revision: number, table: MergedTable, offset: number) =>
    queryOptions({
      queryKey: [...mergeRequestQueries.all(ref), id, 'rows', { revision, ...table, offset }] as const,
      queryFn: ({ signal }) =>
        call(listMergedRows, { params: { ref, id }, query: { ...table, offset } }, signal),
      placeholderData: (previous) => previous,
    }),
}

/** Replaces the request in the cache at once; the list and what is compared follow. */
const store =
  (ref: string) =>
  (request: MergeRequestDetails, _input: unknown, _result: unknown, { client }: MutationFunctionContext) => {
    client.setQueryData(mergeRequestQueries.one(ref, request.id).queryKey, request)
    void client.invalidateQueries({ queryKey: branchQueries.all })
    return client.invalidateQueries({ queryKey: mergeRequestQueries.list(ref).queryKey })
  }

/** Errors are displayed in the form. */
export const openMergeRequest = (ref: string) =>
  mutationOptions({
    mutationFn: (body: Input<typeof createMergeRequest>['body']) =>
      call(createMergeRequest, { params: { ref }, body }),
    onSuccess: store(ref),
  })

export const changeMergeRequest = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (body: Input<typeof updateMergeRequest>['body']) =>
      call(updateMergeRequest, { params: { ref, id }, body }),
    onSuccess: store(ref),
    meta: { errorTitle: 'Failed to change merge request' },
  })

/** Errors are displayed at the editor. */
export const changeMergeSql = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (sql: string | null) => call(updateMergeRequest, { params: { ref, id }, body: { sql } }),
    onSuccess: store(ref),
  })

export const reviewRequest = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (body: Input<typeof reviewMergeRequest>['body']) =>
      call(reviewMergeRequest, { params: { ref, id }, body }),
    onSuccess: store(ref),
    meta: { errorTitle: 'Failed to review merge request' },
  })

export const rehearseRequest = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: () => call(rehearseMergeRequest, { params: { ref, id } }),
    onSuccess: store(ref),
    meta: { errorTitle: 'Failed to rehearse' },
  })

/** Errors are displayed in the question that asks first. */
export const mergeRequest = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: () => call(mergeMergeRequest, { params: { ref, id } }),
    onSuccess: store(ref),
  })
