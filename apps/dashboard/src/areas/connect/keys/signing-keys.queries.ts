import {
  changeJwtSecret as changeJwtSecretCall,
  createSigningKey as createSigningKeyCall,
  deleteSigningKey as deleteSigningKeyCall,
  listSigningKeys,
  revealJwtSecret as revealJwtSecretCall,
  updateSigningKey,
} from '@basalt/contract/keys/signing-keys.endpoints.ts'
import type { JwtSecretChange, SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { keyQueries, refetchKeys } from './keys.queries.ts'

export const signingKeyQueries = {
  list: (ref: string) =>
    queryOptions({
      queryKey: [...keyQueries.of(ref), 'signing'] as const,
      queryFn: ({ signal }) => call(listSigningKeys, { params: { ref } }, signal),
    }),
}

export const createSigningKey = (ref: string) =>
  mutationOptions({
    mutationFn: () => call(createSigningKeyCall, { params: { ref }, body: { algorithm: 'ES256' } }),
    onSuccess: (_key, _nothing, _result, { client }) => refetchKeys(client, ref),
    meta: { errorTitle: 'Failed to create a signing key' },
  })

export type SigningKeyMove = 'in_use' | 'previously_used' | 'revoked' | 'delete'

/** Errors are displayed in the dialog. */
export const moveSigningKey = (ref: string) =>
  mutationOptions({
    mutationFn: async ({ key: { id }, move }: { key: SigningKey; move: SigningKeyMove }) =>
      move === 'delete'
        ? call(deleteSigningKeyCall, { params: { ref, id } })
        : call(updateSigningKey, { params: { ref, id }, body: { status: move } }),
    onSuccess: (_done, _moved, _result, { client }) => refetchKeys(client, ref),
  })

/** Not a query: the secret is discarded on unmount, and each read is recorded in the audit log. */
export const revealJwtSecret = (ref: string) =>
  mutationOptions({
    mutationFn: async () => (await call(revealJwtSecretCall, { params: { ref } })).jwt_secret,
    meta: { errorTitle: 'Failed to read the JWT secret' },
    gcTime: 0,
  })

/** Errors are displayed in the form. */
export const changeJwtSecret = (ref: string) =>
  mutationOptions({
    mutationFn: (body: JwtSecretChange) => call(changeJwtSecretCall, { params: { ref }, body }),
    onSuccess: (_done, _body, _result, { client }) => refetchKeys(client, ref),
    gcTime: 0,
  })
