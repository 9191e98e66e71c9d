import type { Place } from '@basalt/contract/permissions/check.rules.ts'
import { type Need, refusal } from '@basalt/contract/permissions/need.rules.ts'
import { listPermissions } from '@basalt/contract/permissions/permissions.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** An event tells of changes; this is for when none arrived. */
const STALE_MS = 5 * 60_000

export const permissionQueries = {
  all: ['permissions'] as const,

  /** What the signed-in person may do, everywhere. */
  mine: () =>
    queryOptions({
      queryKey: [...permissionQueries.all, 'mine'],
      queryFn: ({ signal }) => call(listPermissions, {}, signal),
      staleTime: STALE_MS,
    }),

  /**
   * Why the signed-in person may not do something, for a control's `reason`; undefined when they may. While it is not
   * known yet nothing is disabled: the server decides by the same rules.
   */
  refusal: (need: Need, place: Place) =>
    queryOptions({ ...permissionQueries.mine(), select: (permissions) => refusal(permissions, need, place) }),
}
