import { highestLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { organizationRoutes } from './organizations.routes.ts'
import type { OrganizationStore } from './organizations.store.ts'

export const organizationsSlice = (
  { gates, config, isOffered, bus }: Platform,
  { store }: { store: OrganizationStore },
): Slice => ({
  routes: (app) =>
    app.register(
      organizationRoutes({
        gates,
        store,
        defaultPlan: config.defaultPlan,
        mayCreate: isOffered('organizations:create'),
        highestAiLevel: highestLevel(config.disabledFeatures),
        announce: ({ id, slug }) => bus.publish(id, { type: 'members', organization_slug: slug }),
      }),
    ),
})
