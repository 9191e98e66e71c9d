import {
  bringBackRows,
  bringBackTable,
  closePastMoment,
  comparePastTable,
  listPastMoments,
  listPastTables,
  openPastMoment,
} from '@basalt/contract/time-machine/time-machine.endpoints.ts'
import type {
  PastMoment,
  PastMomentChoice,
  RowsToBringBack,
} from '@basalt/contract/time-machine/time-machine.schema.ts'
import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isChanging } from './past-moment.rules.ts'

const CHANGING_INTERVAL_MS = 1_000
const STEADY_INTERVAL_MS = 30_000

interface Named {
  schema: string
  name: string
}

export const timeMachineQueries = {
  moments: (ref: string) =>
    queryOptions({
      queryKey: ['time-machine', ref] as const,
      queryFn: ({ signal }) => call(listPastMoments, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.some(isChanging) ? CHANGING_INTERVAL_MS : STEADY_INTERVAL_MS,
    }),

  tables: (ref: string, past: string) =>
    queryOptions({
      queryKey: ['time-machine', ref, past, 'tables'] as const,
      queryFn: ({ signal }) => call(listPastTables, { params: { ref, past } }, signal),
      staleTime: 0,
    }),

  /** Reads both tables whole, so only when it is asked for. */
  difference: (ref: string, past: string, { schema, name }: Named) =>
    queryOptions({
      queryKey: ['time-machine', ref, past, 'difference', schema, name] as const,
      queryFn: ({ signal }) =>
        call(comparePastTable, { params: { ref, past }, query: { schema, name } }, signal),
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      retry: false,
    }),
}

const refresh = (ref: string, { client }: MutationFunctionContext) =>
  client.invalidateQueries({ queryKey: ['time-machine', ref] })

export const openPast = (ref: string) =>
  mutationOptions({
    mutationFn: (origin: PastMomentChoice) => call(openPastMoment, { params: { ref }, body: origin }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
    meta: { errorTitle: 'Failed to open the moment' },
  })

/** Errors are displayed in the question that asks first, as those of the next ones. */
export const closePast = (ref: string) =>
  mutationOptions({
    mutationFn: ({ ref: past }: PastMoment) => call(closePastMoment, { params: { ref, past } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

export const bringBack = (ref: string, past: string) =>
  mutationOptions({
    mutationFn: (rows: RowsToBringBack) => call(bringBackRows, { params: { ref, past }, body: rows }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

export const bringTableBack = (ref: string, past: string) =>
  mutationOptions({
    mutationFn: ({ schema, name }: Named) =>
      call(bringBackTable, { params: { ref, past }, body: { schema, name } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })
