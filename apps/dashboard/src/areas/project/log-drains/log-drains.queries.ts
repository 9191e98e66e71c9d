import {
  createLogDrain,
  deleteLogDrain,
  listLogDrains,
  testLogDrain,
  updateLogDrain,
} from '@basalt/contract/log-drains/log-drains.endpoints.ts'
import type { LogDrain, LogDrainChange, NewLogDrain } from '@basalt/contract/log-drains/log-drains.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** How often the progress of drains is read again. */
const REFETCH_MS = 5_000

export const logDrainQueries = {
  all: (ref: string) => ['log-drains', ref] as const,

  list: (ref: string) =>
    queryOptions({
      queryKey: [...logDrainQueries.all(ref), 'list'],
      queryFn: ({ signal }) => call(listLogDrains, { params: { ref } }, signal),
      refetchInterval: ({ state }) => (state.data?.length ?? 0) > 0 && REFETCH_MS,
      staleTime: 0,
    }),
}

const refresh = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: logDrainQueries.all(ref) })

/** The form displays errors. */
export const addLogDrain = (ref: string) =>
  mutationOptions({
    mutationFn: (body: NewLogDrain) => call(createLogDrain, { params: { ref }, body }),
    onSuccess: (_done, _body, _result, { client }) => refresh(client, ref),
  })

/** The form displays errors. */
export const changeLogDrain = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (body: LogDrainChange) => call(updateLogDrain, { params: { ref, id }, body }),
    onSuccess: (_done, _body, _result, { client }) => refresh(client, ref),
  })

export const switchLogDrain = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id, is_paused }: LogDrain) =>
      call(updateLogDrain, { params: { ref, id }, body: { is_paused: !is_paused } }),
    onSuccess: (_done, { name, is_paused }) =>
      toast({ tone: 'success', title: `${name} ${is_paused ? 'resumed' : 'paused'}` }),
    onSettled: (_done, _error, _drain, _result, { client }) => refresh(client, ref),
    meta: { errorTitle: 'Failed to change the log drain' },
  })

/** The confirmation dialog displays errors. */
export const removeLogDrain = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteLogDrain, { params: { ref, id } }),
    onSuccess: (_done, _id, _result, { client }) => refresh(client, ref),
  })

export const tryLogDrain = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id }: LogDrain) => call(testLogDrain, { params: { ref, id } }),
    onSuccess: ({ is_delivered, answer, response, duration_ms }, { name }) =>
      toast({
        title: is_delivered ? `${name} received the test event` : `The test event did not reach ${name}`,
        description: `${answer}${response ? `: ${response}` : ''} (${duration_ms} ms)`,
        tone: is_delivered ? 'success' : 'critical',
      }),
    meta: { errorTitle: 'Failed to send the test event' },
  })
