import {
  checkDatabaseFunction,
  listFunctionLanguages,
  listTriggerFunctions,
} from '@basalt/contract/database-objects/functions/functions.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { objectQueries } from '../objects.queries.ts'

export type FunctionChange = Extract<ObjectChange, { object: 'function' }>

export const functionQueries = {
  languages: (ref: string) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'function-languages'],
      queryFn: ({ signal }) => call(listFunctionLanguages, { params: { ref } }, signal),
    }),

  /** Functions that triggers of tables or of events can call. */
  forTriggers: (ref: string, returns: 'trigger' | 'event_trigger') =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'trigger-functions', returns],
      queryFn: ({ signal }) => call(listTriggerFunctions, { params: { ref }, query: { returns } }, signal),
    }),

  /** What PostgreSQL says against a change that it tries. */
  check: (ref: string, change: FunctionChange) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'function-check', change],
      queryFn: ({ signal }) => call(checkDatabaseFunction, { params: { ref }, body: change }, signal),
      gcTime: 0,
      retry: false,
    }),
}
