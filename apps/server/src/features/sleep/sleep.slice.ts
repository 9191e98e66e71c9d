import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { idleWatch } from './idle-watch.ts'
import { sessionLooks } from './session-look.ts'
import { sleepRoutes } from './sleep.routes.ts'
import { sleepStore } from './sleep.store.ts'

interface Needs {
  /** Stops a database unless somebody uses it. Resolves to whether it sleeps now. */
  fallAsleep(ref: string, isDeserted: () => Promise<boolean>): Promise<boolean>
}

/** Projects that nobody uses fall asleep, and wake with the first call. */
export function sleepSlice({ gates, metadata, databases, now, failed }: Platform, needs: Needs) {
  const store = sleepStore(metadata)
  const fallAsleep = (ref: string) => needs.fallAsleep(ref, () => watch.isDeserted(ref))
  const watch = idleWatch({
    ...sessionLooks(databases),
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
          // The user asks for it now, so earlier activity must not keep it awake.
          async fallAsleep(ref) {
            await watch.refresh(ref)
            return fallAsleep(ref)
          },
        }),
      ),
    start: watch.start,
    close: watch.close,
  } satisfies Slice & Record<string, unknown>
}
