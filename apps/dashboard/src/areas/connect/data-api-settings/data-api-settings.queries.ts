import {
  getDataApiSettings,
  listDatabaseSchemas,
  updateDataApiSettings,
} from '@basalt/contract/data-api-settings/data-api-settings.endpoints.ts'
import type { DataApiSettingsChange } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'

export const dataApiSettingsQueries = {
  of: (ref: string) =>
    queryOptions({
      queryKey: ['data-api-settings', ref, 'settings'] as const,
      queryFn: ({ signal }) => call(getDataApiSettings, { params: { ref } }, signal),
    }),

  /** Needs a running database. */
  schemas: (ref: string) =>
    queryOptions({
      queryKey: ['data-api-settings', ref, 'schemas'] as const,
      queryFn: ({ signal }) => call(listDatabaseSchemas, { params: { ref } }, signal),
      staleTime: 0,
    }),
}

/** Errors are displayed in the form. */
export const changeDataApiSettings = (ref: string) =>
  mutationOptions({
    mutationFn: (body: DataApiSettingsChange) => call(updateDataApiSettings, { params: { ref }, body }),
    onSuccess: (settings, _body, _result, { client }) =>
      replaceQueryData(client, dataApiSettingsQueries.of(ref).queryKey, settings),
  })
