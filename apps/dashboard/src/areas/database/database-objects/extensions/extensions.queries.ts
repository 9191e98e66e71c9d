import {
  listAvailableExtensions,
  readExtension,
} from '@basalt/contract/database-objects/extensions/extensions.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { objectQueries } from '../objects.queries.ts'

export const extensionQueries = {
  list: (ref: string) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'extensions'],
      queryFn: ({ signal }) => call(listAvailableExtensions, { params: { ref } }, signal),
    }),

  one: (ref: string, id: number) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'extension', id],
      queryFn: ({ signal }) => call(readExtension, { params: { ref, oid: String(id) } }, signal),
    }),
}
