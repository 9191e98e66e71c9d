import { machineHasIpv6 } from '@basalt/postgres-supervisor/ipv6.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { addonRoutes } from './addons.routes.ts'
import type { AddonStore } from './addons.store.ts'

interface Needs {
  store: AddonStore
  /** Hands a database who may connect, for its next start. */
  handRules(ref: string): Promise<void>
  /** Lets a project's own pooler listen where its database does. */
  syncPooler(ref: string): Promise<unknown>
  restart(ref: string): Promise<unknown>
}

export const addonsSlice = (
  { gates }: Platform,
  { store, handRules, syncPooler, restart }: Needs,
): Slice => ({
  routes: (app) =>
    app.register(
      addonRoutes({
        gates,
        store,
        hasIpv6: machineHasIpv6,
        async apply(ref, isRunning) {
          await handRules(ref)
          await syncPooler(ref)
          if (isRunning) await restart(ref)
        },
      }),
    ),
})
