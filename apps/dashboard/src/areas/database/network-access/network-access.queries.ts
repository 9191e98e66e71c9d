import {
  getNetworkAccess,
  listNetworkBans,
  removeNetworkBans,
  updateNetworkAccess,
} from '@basalt/contract/network-access/network-access.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'

export const networkAccessQueries = {
  of: (ref: string) =>
    queryOptions({
      queryKey: ['network-access', ref, 'rules'] as const,
      queryFn: ({ signal }) => call(getNetworkAccess, { params: { ref } }, signal),
    }),

  bans: (ref: string) =>
    queryOptions({
      queryKey: ['network-access', ref, 'bans'] as const,
      queryFn: ({ signal }) => call(listNetworkBans, { params: { ref } }, signal),
      staleTime: 0,
    }),
}

interface Change {
  ssl_enforced?: boolean
  allowed_cidrs?: string[] | null
}

/** Errors are displayed where the change was made. */
export const changeNetworkAccess = (ref: string) =>
  mutationOptions({
    mutationFn: (body: Change) => call(updateNetworkAccess, { params: { ref }, body }),
    onSuccess: (access, _body, _result, { client }) =>
      replaceQueryData(client, networkAccessQueries.of(ref).queryKey, access),
  })

export const liftBans = (ref: string) =>
  mutationOptions({
    mutationFn: (addresses: string[]) => call(removeNetworkBans, { params: { ref }, body: { addresses } }),
    onSuccess: (bans, _addresses, _result, { client }) =>
      replaceQueryData(client, networkAccessQueries.bans(ref).queryKey, bans),
    meta: { errorTitle: 'Failed to lift the ban' },
  })
