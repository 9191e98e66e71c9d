import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Replicas } from '../replicas/replicas.port.ts'
import { idleWatch } from './idle-watch.ts'
import { sessionSnapshots } from './session-snapshot.ts'
import { sleepRoutes } from './sleep.routes.ts'
import { sleepStore } from './sleep.store.ts'

interface Needs {
  /** Stops a database unless somebody uses it. Resolves to whether it is asleep now. */
  fallAsleep(ref: string, isUnused: () => Promise<boolean>): Promise<boolean>
  /** Databases that sleep and wake with it, so that their sessions count. */
  replicasOf: Replicas['listOf']
}

/** Puts projects that nobody uses to sleep. The first call wakes them. */
export function sleepSlice({ gates, metadata, databases, now, failed }: Platform, needs: Needs) {
  const store = sleepStore(metadata)
  const fallAsleep = (ref: string) => needs.fallAsleep(ref, () => watch.isUnused(ref))
  const watch = idleWatch({
    ...sessionSnapshots(databases, needs.replicasOf),
    now,
    onError: failed('Sleeping failed'),
    awake: store.awake,
    fallAsleep,
  })
  return {
    watch,
    routes: (app) =>
      app.register(
        sleepRoutes({
          gates,
          store,
          // The user wants this now, so earlier activity must not keep it awake.
          async fallAsleep(ref) {
            await watch.refresh(ref)
            return fallAsleep(ref)
          },
        }),
      ),
    start: watch.start,
    close: watch.close,
  } satisfies SliceWithPort
}
