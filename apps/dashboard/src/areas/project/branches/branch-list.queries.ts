import {
  cancelBranchReset as cancelResetCall,
  createBranch as createBranchCall,
  deleteBranch as deleteBranchCall,
  discardPreparedBranch as discardCall,
  listBranchDetails,
  prepareBranch,
  readBranchDisk,
  resetBranch as resetBranchCall,
  updateBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import { PREPARED_BRANCH_MS } from '@basalt/contract/branches/branches.rules.ts'
import type { Branch, BranchChange, NewBranch } from '@basalt/contract/branches/branches.schema.ts'
import { isInTransition } from '@basalt/contract/projects/status.rules.ts'
import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { branchQueries } from './branches.queries.ts'

/** A small branch is made in a second, whose progress is worth seeing. */
const CHANGING_INTERVAL_MS = 500

/** Others may create branches too, and branches fall asleep. */
const STEADY_INTERVAL_MS = 10_000

const DISK_INTERVAL_MS = 60_000

export const branchListQueries = {
  /** The branches of a project with their progress and size. */
  of: (ref: string) =>
    queryOptions({
      queryKey: [...branchQueries.all, ref, 'details'] as const,
      queryFn: ({ signal }) => call(listBranchDetails, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.branches.some(({ status }) => isInTransition(status))
          ? CHANGING_INTERVAL_MS
          : STEADY_INTERVAL_MS,
    }),

  /** What of their disk space is their own, counted again when one of them gets other data. Counting takes a moment. */
  disk: (ref: string, branches: readonly Pick<Branch, 'project_ref' | 'copied_at'>[]) =>
    queryOptions({
      queryKey: [
        ...branchQueries.all,
        ref,
        'disk',
        branches.map(({ project_ref, copied_at }) => `${project_ref} ${copied_at}`),
      ] as const,
      queryFn: ({ signal }) => call(readBranchDisk, { params: { ref } }, signal),
      placeholderData: (previous) => previous,
      refetchInterval: DISK_INTERVAL_MS,
    }),

  /** Has the source of a new branch copied, as long as it is observed on a page that is seen; not again once one is created. */
  preparation: (ref: string) =>
    queryOptions({
      queryKey: ['branch-preparation', ref] as const,
      queryFn: ({ signal }) => call(prepareBranch, { params: { ref } }, signal),
      refetchInterval: PREPARED_BRANCH_MS / 3,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
}

const refresh = (
  _data: unknown,
  _error: unknown,
  _input: unknown,
  _result: unknown,
  context: MutationFunctionContext,
) => context.client.invalidateQueries({ queryKey: branchQueries.all })

/** Errors are displayed in the form. `ref` is the project or branch that it is made from. */
export const createBranch = () =>
  mutationOptions({
    mutationFn: ({ ref, ...body }: { ref: string } & z.input<typeof NewBranch>) =>
      call(createBranchCall, { params: { ref }, query: {}, body }),
    onSettled: refresh,
  })

/** Nobody needs to know of an error: what was copied is removed after a minute. */
export const discardPreparedBranch = () =>
  mutationOptions({ mutationFn: (ref: string) => call(discardCall, { params: { ref } }) })

/** Errors are displayed in the form. */
export const editBranch = (id: string) =>
  mutationOptions({
    mutationFn: (body: BranchChange) => call(updateBranch, { params: { id }, body }),
    onSettled: refresh,
  })

export const changeBranch = (id: string) =>
  mutationOptions({ ...editBranch(id), meta: { errorTitle: 'Failed to update branch' } })

/** Errors are displayed in the question that asks first. */
export const sendFromBranch = (id: string) =>
  mutationOptions({
    mutationFn: () => call(updateBranch, { params: { id }, body: { sends_requests: true } }),
    onSettled: refresh,
  })

/** Errors are displayed in the question that asks first. */
export const resetBranch = () =>
  mutationOptions({
    mutationFn: (id: string) => call(resetBranchCall, { params: { id }, body: null }),
    onSettled: refresh,
  })

/** The branch keeps the data that it has. */
export const cancelBranchReset = () =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelResetCall, { params: { id } }),
    onSettled: refresh,
    meta: { errorTitle: 'Failed to cancel the reset' },
  })

/** Makes a branch again whose creation failed. */
export const retryBranch = () =>
  mutationOptions({ ...resetBranch(), meta: { errorTitle: 'Failed to create branch' } })

/** Errors are displayed in the question that asks first. */
export const deleteBranch = () =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteBranchCall, { params: { id } }),
    onSettled: refresh,
  })
