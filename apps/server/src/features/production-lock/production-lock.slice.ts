import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  setProductionLock,
  unlockProduction,
} from '@basalt/contract/production-lock/production-lock.endpoints.ts'
import { unlockedUntil } from '@basalt/contract/production-lock/production-lock.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Branches } from '../branches/branches.port.ts'
import { productionLockStore } from './production-lock.store.ts'

interface Needs extends Pick<Branches, 'parentOf'> {
  /** Publishes to open dashboards that a project changed. */
  announce(ref: string): Promise<void>
}

/** Locks production against changes from the dashboard and by agents. The gates and `asMember` enforce it. */
export function productionLockSlice(
  { gates, metadata, projects, now }: Platform,
  { parentOf, announce }: Needs,
): Slice {
  const store = productionLockStore(metadata)
  return {
    routes(app) {
      const mayLock = gates.project(needs.lockProduction)
      const changed = async (userId: string, ref: string) => {
        await announce(ref)
        const project = await projects.findFor(userId, ref)
        if (!project) throw notFound('Project', ref)
        return project
      }

      mount(app, setProductionLock, mayLock, async ({ caller, project: { ref }, body }) => {
        if ((await parentOf(ref)) !== ref)
          throw new AppError('conflict', 'Branches have no lock. Lock the project that they belong to.')
        await (body.is_locked ? store.lock(ref, now()) : store.removeLock(ref))
        return changed(caller.userId, ref)
      })

      mount(app, unlockProduction, mayLock, async ({ caller, project: { ref }, body }) => {
        const until = unlockedUntil(body.minutes, now().getTime())
        if (!(await store.lift(ref, until))) throw new AppError('conflict', 'Production is not locked')
        return changed(caller.userId, ref)
      })
    },
  }
}
