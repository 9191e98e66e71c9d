import { pushBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import type { Input } from '@basalt/contract/endpoint.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import {
  createMergeRequest,
  getMergeChanges,
  getMergeRequest,
  getParentUpdate,
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
import { toast } from '../../../ui/feedback/toast.ts'
import { branchQueries } from '../branches/branches.queries.ts'

/** A rehearsal of a small database takes seconds. */
const RUNNING_INTERVAL_MS = 1_000

/** How often an open page looks for what others say and do. */
const OPEN_INTERVAL_MS = 5_000
/** How often an open page compares both sides again, which reads the schema of both and wakes them. */
const COMPARED_INTERVAL_MS = 20_000

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
      refetchInterval: ({ state: { data } }) =>
        data && isRunning(data) ? RUNNING_INTERVAL_MS : data?.status === 'open' ? OPEN_INTERVAL_MS : false,
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
      refetchInterval: status === 'open' && rehearsal?.status !== 'running' ? COMPARED_INTERVAL_MS : false,
    }),
  /** What updating a branch from its parent would run, compared whenever it is opened. */
  parentUpdate: (ref: string) =>
    queryOptions({
      queryKey: [...mergeRequestQueries.all(ref), 'parent-update'] as const,
      queryFn: ({ signal }) => call(getParentUpdate, { params: { ref } }, signal),
      staleTime: 0,
      gcTime: 0,
    }),
  /** The newest statements that agents ran on a branch. */
  agentChanges: (ref: string) =>
    queryOptions({
      queryKey: [...mergeRequestQueries.all(ref), 'agent-changes'] as const,
      queryFn: ({ signal }) => call(listChanges, { params: { ref }, query: { origin: 'agent' } }, signal),
      staleTime: 0,
    }),
  rows: (ref: string, id: string, revision: number, table: MergedTable, offset: number) =>
    queryOptions({
      queryKey: [...mergeRequestQueries.all(ref), id, 'rows', { revision, ...table, offset }] as const,
      queryFn: ({ signal }) =>
        call(listMergedRows, { params: { ref, id }, query: { ...table, offset } }, signal),
      placeholderData: (previous) => previous,
      staleTime: 0,
      refetchInterval: COMPARED_INTERVAL_MS,
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

/** Changes its title and description; errors are displayed in the form. */
export const renameMergeRequest = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (body: Pick<Input<typeof updateMergeRequest>['body'], 'title' | 'description'>) =>
      call(updateMergeRequest, { params: { ref, id }, body }),
    onSuccess: store(ref),
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

/** Errors are displayed in the question that asks first. `ref` is the branch's. */
export const updateFromParent = (id: string, ref: string) =>
  mutationOptions({
    mutationFn: () => call(pushBranch, { params: { id } }),
    onSuccess: (_work, _input, _result, { client }) => {
      toast({ tone: 'success', title: 'Branch updated' })
      return client.invalidateQueries({ queryKey: mergeRequestQueries.all(ref) })
    },
  })

export const rehearseRequest = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: () => call(rehearseMergeRequest, { params: { ref, id } }),
    onSuccess: store(ref),
    meta: { errorTitle: 'Failed to rehearse' },
  })

/** When the page does so by itself; errors are displayed in it. */
export const rehearseAgain = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: () => call(rehearseMergeRequest, { params: { ref, id } }),
    onSuccess: store(ref),
  })

/** Errors are displayed in the question that asks first. */
export const mergeRequest = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: ({ isBackedUp }: { isBackedUp: boolean }) =>
      call(mergeMergeRequest, { params: { ref, id }, query: isBackedUp ? {} : { without_backup: 'true' } }),
    onSuccess: store(ref),
  })
