import {
  getPolicyExpectations,
  runPolicyMatrix,
  savePolicyExpectations,
} from '@basalt/contract/policy-matrix/policy-matrix.endpoints.ts'
import type {
  MatrixRequest,
  SavePolicyExpectations,
} from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const matrixQueries = {
  expectations: (ref: string) =>
    queryOptions({
      queryKey: ['policy-expectations', ref] as const,
      queryFn: ({ signal }) => call(getPolicyExpectations, { params: { ref } }, signal),
    }),
}

/** The page shows why it failed. */
export const runMatrix = (ref: string) =>
  mutationOptions({
    mutationFn: ({
      signal,
      isWholeSchema: _,
      ...body
    }: MatrixRequest & {
      signal: AbortSignal
      /** Whether the tables are all of their schema. */
      isWholeSchema: boolean
    }) => call(runPolicyMatrix, { params: { ref }, body }, signal),
  })

export const saveExpectations = (ref: string) =>
  mutationOptions({
    mutationFn: (body: SavePolicyExpectations) => call(savePolicyExpectations, { params: { ref }, body }),
    onSuccess: (saved, _body, _result, { client }) =>
      client.setQueryData(matrixQueries.expectations(ref).queryKey, saved),
    meta: { errorTitle: 'Failed to save what is expected' },
  })
