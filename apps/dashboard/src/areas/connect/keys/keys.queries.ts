import {
  createApiKey as createApiKeyCall,
  deleteApiKey,
  getLegacyApiKeys,
  listApiKeys,
  revealApiKey as revealApiKeyCall,
  setLegacyApiKeys,
  updateApiKey,
} from '@basalt/contract/keys/keys.endpoints.ts'
import type { ApiKeyChange, NewApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { failedWith } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

export const keyQueries = {
  /** The query key prefix of a project's keys. */
  of: (ref: string) => ['keys', ref] as const,

  /** Never refetched automatically, because each read is recorded in the audit log. */
  list: (ref: string) =>
    queryOptions({
      queryKey: [...keyQueries.of(ref), 'list'] as const,
      queryFn: ({ signal }) => call(listApiKeys, { params: { ref } }, signal),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),

  legacy: (ref: string) =>
    queryOptions({
      queryKey: [...keyQueries.of(ref), 'legacy'] as const,
      queryFn: ({ signal }) => call(getLegacyApiKeys, { params: { ref } }, signal),
    }),
}

export const refetchKeys = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: keyQueries.of(ref) })

/** Errors are displayed in the form. */
export const createApiKey = (ref: string) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof NewApiKey>) => call(createApiKeyCall, { params: { ref }, body }),
    onSuccess: (_key, _body, _result, { client }) => refetchKeys(client, ref),
  })

/** Errors are displayed in the dialog. */
export const revealApiKey = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(revealApiKeyCall, { params: { ref, id } }),
    // Also after an error: another member may have revealed it first.
    onSettled: (_key, _error, _id, _result, { client }) => refetchKeys(client, ref),
  })

/** Errors are displayed in the form. */
export const changeApiKey = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: ApiKeyChange }) =>
      call(updateApiKey, { params: { ref, id }, body: change }),
    onSuccess: (_key, _body, _result, { client }) => refetchKeys(client, ref),
  })

/** Errors are displayed in the dialog. */
export const revokeApiKey = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) =>
      call(deleteApiKey, { params: { ref, id } }).catch((error: unknown) => {
        // It was already revoked.
        if (!failedWith(error, 'not_found')) throw error
      }),
    onSuccess: (_done, _id, _result, { client }) => refetchKeys(client, ref),
  })

/** Errors are displayed in the dialog. */
export const enableLegacyKeys = (ref: string) =>
  mutationOptions({
    mutationFn: (enabled: boolean) => call(setLegacyApiKeys, { params: { ref }, body: { enabled } }),
    onSuccess: (_state, _enabled, _result, { client }) => refetchKeys(client, ref),
  })
