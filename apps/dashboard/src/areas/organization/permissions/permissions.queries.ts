import type { Place } from '@basalt/contract/permissions/check.rules.ts'
import { type Need, refusal } from '@basalt/contract/permissions/need.rules.ts'
import { listPermissions } from '@basalt/contract/permissions/permissions.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Changes are pushed as events; this covers missed ones. */
const STALE_MS = 5 * 60_000

export const permissionQueries = {
  all: ['permissions'] as const,

  /** All permissions of the signed-in user. */
  mine: () =>
    queryOptions({
      queryKey: [...permissionQueries.all, 'mine'],
      queryFn: ({ signal }) => call(listPermissions, {}, signal),
      staleTime: STALE_MS,
    }),

  /**
   * Why the user lacks a permission, for a control's `reason`; undefined when they have it. While it loads nothing is
   * disabled, because the server checks it too.
   */
  refusal: (need: Need, place: Place) =>
    queryOptions({ ...permissionQueries.mine(), select: (permissions) => refusal(permissions, need, place) }),
}
