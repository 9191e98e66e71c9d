import {
  listIndexBuilds,
  listIndexChoices,
} from '@basalt/contract/database-objects/indexes/indexes.endpoints.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { objectQueries } from '../objects.queries.ts'

/** How often builds are read while there are some, and while there are none: those of other programs begin unannounced. */
const BUSY_MS = 1_500
const QUIET_MS = 15_000

export const indexQueries = {
  choices: (ref: string, schema: string, table: string) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'index-choices', schema, table],
      queryFn: ({ signal }) => call(listIndexChoices, { params: { ref }, query: { schema, table } }, signal),
      placeholderData: keepPreviousData,
    }),

  builds: (ref: string) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'index-builds'],
      queryFn: ({ signal }) => call(listIndexBuilds, { params: { ref } }, signal),
      refetchInterval: ({ state }) => ((state.data?.builds.length ?? 0) > 0 ? BUSY_MS : QUIET_MS),
    }),
}
