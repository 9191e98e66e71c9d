import {
  createSamlKey as createSamlKeyCall,
  createSsoProvider,
  deleteSamlKey as deleteSamlKeyCall,
  deleteSsoProvider,
  listSamlKeys,
  listSsoProviders,
  rotateSamlKeys as rotateSamlKeysCall,
  updateSsoProvider,
} from '@basalt/contract/auth/auth.endpoints.ts'
import type { NewSsoProvider, SsoProviderChange } from '@basalt/contract/auth/auth.schema.ts'
import type { RemovableSamlKey } from '@basalt/contract/auth/saml.rules.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const ssoQueries = {
  providers: (ref: string) =>
    queryOptions({
      queryKey: ['auth', ref, 'sso-providers'] as const,
      queryFn: ({ signal }) => call(listSsoProviders, { params: { ref } }, signal),
      staleTime: 0,
    }),
  keys: (ref: string) =>
    queryOptions({
      queryKey: ['auth', ref, 'saml-keys'] as const,
      queryFn: ({ signal }) => call(listSamlKeys, { params: { ref } }, signal),
      staleTime: 0,
    }),
}

const refresh = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: ssoQueries.providers(ref).queryKey })

/** The form displays errors. */
export const addSsoProvider = (ref: string) =>
  mutationOptions({
    mutationFn: (body: NewSsoProvider) => call(createSsoProvider, { params: { ref }, body }),
    onSuccess: (_provider, _body, _result, { client }) => refresh(client, ref),
  })

/** The form displays errors. */
export const changeSsoProvider = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: SsoProviderChange & { id: string }) =>
      call(updateSsoProvider, { params: { ref, id }, body }),
    onSuccess: (_provider, _body, _result, { client }) => refresh(client, ref),
  })

/** The confirmation dialog displays errors. */
export const removeSsoProvider = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteSsoProvider, { params: { ref, id } }),
    onSuccess: (_done, _id, _result, { client }) => refresh(client, ref),
  })

const refreshKeys = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: ssoQueries.keys(ref).queryKey })

export const createSamlKey = (ref: string) =>
  mutationOptions({
    mutationFn: () => call(createSamlKeyCall, { params: { ref } }),
    onSuccess: (_key, _nothing, _result, { client }) => refreshKeys(client, ref),
    meta: { errorTitle: 'Failed to create a key' },
  })

/** The confirmation dialog displays errors. */
export const rotateSamlKeys = (ref: string) =>
  mutationOptions({
    mutationFn: () => call(rotateSamlKeysCall, { params: { ref } }),
    onSuccess: (_keys, _nothing, _result, { client }) => refreshKeys(client, ref),
  })

/** The confirmation dialog displays errors. */
export const deleteSamlKey = (ref: string) =>
  mutationOptions({
    mutationFn: (status: RemovableSamlKey) => call(deleteSamlKeyCall, { params: { ref, status } }),
    onSuccess: (_done, _status, _result, { client }) => refreshKeys(client, ref),
  })
