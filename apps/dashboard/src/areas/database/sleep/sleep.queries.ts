import {
  getSleepSettings,
  putToSleep as putToSleepCall,
  updateSleepSettings,
} from '@basalt/contract/sleep/sleep.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'

export const sleepQueries = {
  of: (ref: string) =>
    queryOptions({
      queryKey: ['sleep', ref] as const,
      queryFn: ({ signal }) => call(getSleepSettings, { params: { ref } }, signal),
    }),
}

/** The project's new status is pushed by the server. */
export const putToSleep = (ref: string) =>
  mutationOptions({
    mutationFn: () => call(putToSleepCall, { params: { ref } }),
    meta: { errorTitle: 'Failed to put the project to sleep' },
  })

export const changeIdleMinutes = (ref: string) =>
  mutationOptions({
    mutationFn: (idleMinutes: number | null) =>
      call(updateSleepSettings, { params: { ref }, body: { idle_minutes: idleMinutes } }),
    onSuccess: (settings, _minutes, _result, { client }) =>
      replaceQueryData(client, sleepQueries.of(ref).queryKey, settings),
    meta: { errorTitle: 'Failed to change the sleep settings' },
  })
