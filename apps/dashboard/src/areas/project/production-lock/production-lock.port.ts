import type { Place } from '@basalt/contract/permissions/check.rules.ts'
import type { Need } from '@basalt/contract/permissions/need.rules.ts'
import {
  isLocked,
  LOCKED_REFUSAL,
  unlockedMs,
} from '@basalt/contract/production-lock/production-lock.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { projectQueries } from '../projects/projects.queries.ts'

export interface ProductionLock {
  /** Whether the project has a lock, even if it is lifted now. */
  readonly exists: boolean
  readonly isLocked: boolean
  /** Until when a lock is lifted, as an ISO date; undefined unless it is. */
  readonly liftedUntil: string | undefined
}

/** The lock of an open project; it locks again by itself when the time is up. */
export function useProductionLock(ref: string): ProductionLock {
  // The frame of the project loads it.
  const { data: project } = useQuery({ ...projectQueries.detail(ref), enabled: false })
  const [now, setNow] = useState(() => Date.now())
  const state = { locked_at: project?.locked_at ?? null, unlocked_until: project?.unlocked_until ?? null }
  const until = state.unlocked_until
  useEffect(() => {
    const left = until === null ? 0 : Date.parse(until) - Date.now()
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [until])
  return {
    exists: state.locked_at !== null,
    isLocked: isLocked(state, now),
    liftedUntil: unlockedMs(state, now) === undefined ? undefined : (until ?? undefined),
  }
}

/**
 * Why a member may not change the database of an open project, for a control's `reason`: their role, or the lock of
 * production. Undefined when they may, and while permissions load.
 */
export function useChangeRefusal(need: Need, place: Place & { readonly ref: string }): string | undefined {
  const { data: refusal } = useQuery(permissionQueries.refusal(need, place))
  const lock = useProductionLock(place.ref)
  return refusal ?? (lock.isLocked ? LOCKED_REFUSAL : undefined)
}
