import {
  cancelRehearsal,
  getRehearsal,
  readRehearsalRoom,
  startRehearsal,
} from '@basalt/contract/rehearsals/rehearsals.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { hasEnded } from './copy-report.rules.ts'

const RUNNING_INTERVAL_MS = 500

export const rehearsalQueries = {
  /** The free space of a disk changes all the time. */
  room: (ref: string) =>
    queryOptions({
      queryKey: ['rehearsals', ref, 'room'] as const,
      queryFn: ({ signal }) => call(readRehearsalRoom, { params: { ref } }, signal),
      staleTime: 0,
    }),

  one: (ref: string, id: string) =>
    queryOptions({
      queryKey: ['rehearsals', ref, 'one', id] as const,
      queryFn: ({ signal }) => call(getRehearsal, { params: { ref, id } }, signal),
      staleTime: 0,
      refetchInterval: ({ state: { data, error } }) =>
        error !== null || (data && hasEnded(data)) ? false : RUNNING_INTERVAL_MS,
    }),
}

// The panel shows the errors of these.

export const rehearseOnCopy = (ref: string) =>
  mutationOptions({
    mutationFn: (sql: string) => call(startRehearsal, { params: { ref }, body: { sql } }),
    onSuccess: (rehearsal, _sql, _result, { client }) =>
      client.setQueryData(rehearsalQueries.one(ref, rehearsal.id).queryKey, rehearsal),
  })

export const cancelOnCopy = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelRehearsal, { params: { ref, id } }),
    onSuccess: (rehearsal, id, _result, { client }) =>
      client.setQueryData(rehearsalQueries.one(ref, id).queryKey, rehearsal),
    meta: { errorTitle: 'Failed to cancel the rehearsal' },
  })
