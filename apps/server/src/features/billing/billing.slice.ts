import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { billingRoutes } from './billing.routes.ts'

/** The plans of organizations. */
export const billingSlice = ({ gates, organizations, bus, isOffered, now }: Platform): Slice => ({
  routes: (app) =>
    app.register(
      billingRoutes({
        gates,
        async changePlan(id, plan) {
          const changed = await organizations.changePlan(id, plan)
          if (changed) bus.publish(id, { type: 'organization', organization_slug: changed.slug })
          return changed
        },
        isOffered: isOffered('billing:all'),
        now,
      }),
    ),
})
