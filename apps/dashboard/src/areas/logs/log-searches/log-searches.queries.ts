import {
  createLogSearch as createCall,
  deleteLogSearch as deleteCall,
  listLogSearches,
} from '@basalt/contract/log-searches/log-searches.endpoints.ts'
import type { LogSearchPlace } from '@basalt/contract/log-searches/log-searches.rules.ts'
import type { NewLogSearch } from '@basalt/contract/log-searches/log-searches.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const logSearchQueries = {
  /** The saved searches of a page, by name. */
  of: (ref: string, place: LogSearchPlace) =>
    queryOptions({
      queryKey: ['log-searches', ref, place],
      queryFn: ({ signal }) => call(listLogSearches, { params: { ref }, query: { place } }, signal),
    }),
}

const refresh = (client: QueryClient, ref: string, place: LogSearchPlace) =>
  client.invalidateQueries({ queryKey: logSearchQueries.of(ref, place).queryKey })

/** The dialog displays errors. */
export const createLogSearch = (ref: string, place: LogSearchPlace) =>
  mutationOptions({
    mutationFn: (search: Pick<NewLogSearch, 'name' | 'text' | 'chart'>) =>
      call(createCall, { params: { ref }, body: { place, ...search } }),
    onSuccess: (_saved, _input, _result, { client }) => refresh(client, ref, place),
  })

/** The dialog displays errors. */
export const deleteLogSearch = (ref: string, place: LogSearchPlace) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteCall, { params: { ref, id } }),
    onSuccess: (_done, _id, _result, { client }) => refresh(client, ref, place),
  })
