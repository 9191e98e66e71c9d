import type { StorageConfigChange } from '@basalt/contract/storage/settings.schema.ts'
import {
  createStorageCredential,
  deleteStorageCredential,
  getStorageConfig,
  listStorageCredentials,
  updateStorageConfig,
} from '@basalt/contract/storage/storage.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { replaceQueryData } from '../../../../api/replace-query-data.ts'

const all = ['storage-settings'] as const

export const storageSettingsQueries = {
  config: (ref: string) =>
    queryOptions({
      queryKey: [...all, ref, 'config'],
      queryFn: ({ signal }) => call(getStorageConfig, { params: { ref } }, signal),
    }),

  credentials: (ref: string) =>
    queryOptions({
      queryKey: [...all, ref, 'credentials'],
      queryFn: ({ signal }) => call(listStorageCredentials, { params: { ref } }, signal),
    }),
}

/** The form displays errors. */
export const changeStorageConfig = (ref: string) =>
  mutationOptions({
    mutationFn: (body: StorageConfigChange) => call(updateStorageConfig, { params: { ref }, body }),
    onSuccess: (config, _body, _result, { client }) =>
      replaceQueryData(client, storageSettingsQueries.config(ref).queryKey, config),
  })

/** The form displays errors. */
export const createCredential = (ref: string) =>
  mutationOptions({
    mutationFn: (description: string) =>
      call(createStorageCredential, { params: { ref }, body: { description } }),
    onSuccess: (_created, _description, _result, { client }) =>
      client.invalidateQueries({ queryKey: storageSettingsQueries.credentials(ref).queryKey }),
  })

/** The dialog displays errors. */
export const revokeCredential = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteStorageCredential, { params: { ref, id } }),
    onSettled: (_done, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: storageSettingsQueries.credentials(ref).queryKey }),
  })
