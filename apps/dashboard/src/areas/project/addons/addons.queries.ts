import { addAddon, listAddons, listAddonUse, removeAddon } from '@basalt/contract/addons/addons.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'

const HOUR_MS = 60 * 60 * 1000
const IPV4 = { addon_type: 'ipv4', addon_variant: 'ipv4_default' } as const

export const addonQueries = {
  of: (ref: string) =>
    queryOptions({
      queryKey: ['addons', ref] as const,
      queryFn: ({ signal }) => call(listAddons, { params: { ref } }, signal),
      staleTime: HOUR_MS,
    }),

  /** The number of an organization's projects that use each add-on. */
  use: (slug: string) =>
    queryOptions({
      queryKey: ['addons', 'use', slug] as const,
      queryFn: ({ signal }) => call(listAddonUse, { params: { slug } }, signal),
      staleTime: 0,
    }),
}

/** Errors are displayed in the panel. */
export const switchIpv4 = (ref: string) =>
  mutationOptions({
    mutationFn: (isOn: boolean) =>
      isOn
        ? call(addAddon, { params: { ref }, body: IPV4 })
        : call(removeAddon, { params: { ref, variant: IPV4.addon_variant } }),
    onSuccess: (addons, _isOn, _result, { client }) =>
      replaceQueryData(client, addonQueries.of(ref).queryKey, addons),
  })
