import { machineHasIpv6 } from '@basalt/postgres-supervisor/ipv6.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { addonRoutes } from './addons.routes.ts'
import type { AddonStore } from './addons.store.ts'

interface Needs {
  store: AddonStore
  /** Passes a database its access rules, for its next start. */
  pushRules(ref: string): Promise<void>
  /** Moves the project's dedicated pooler to the addresses of its database. */
  syncPooler(ref: string): Promise<unknown>
  restart(ref: string): Promise<unknown>
}

export const addonsSlice = (
  { gates }: Platform,
  { store, pushRules, syncPooler, restart }: Needs,
): Slice => ({
  routes: (app) =>
    app.register(
      addonRoutes({
        gates,
        store,
        hasIpv6: machineHasIpv6,
        async apply(ref, isRunning) {
          await pushRules(ref)
          await syncPooler(ref)
          if (isRunning) await restart(ref)
        },
      }),
    ),
})
