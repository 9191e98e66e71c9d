import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Notice } from '../notifications/notifications.port.ts'
import { webhookDeliverer } from './deliverer.ts'
import { deliveryStore } from './deliveries.store.ts'
import { redirectRoutes } from './redirects.routes.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { webhookStore } from './webhooks.store.ts'

/** Webhooks of organizations, and the two redirects to marketplaces. */
export function integrationsSlice({ gates, config, metadata, secrets, now, failed }: Platform) {
  const deliveries = deliveryStore(metadata, secrets)
  const onFailed = failed('Sending to webhooks failed')
  const deliverer = webhookDeliverer({
    store: deliveries,
    now,
    reach: publicAnd(config.privateNetworks.requests),
    onFailed,
  })
  return {
    deliverer,

    /** Sends a notice for an organization's members to its webhooks as well. Never throws. */
    async forward(organizationId: string, { name, priority, title, message, projectRef }: Notice) {
      try {
        const webhookMessage = { name, priority, title, message, project_ref: projectRef ?? null }
        if ((await deliveries.add(organizationId, webhookMessage, now())) > 0) void deliverer.wake()
      } catch (error) {
        onFailed(error)
      }
    },

    async routes(app) {
      const { marketplaceUrl, vercelUrl } = config
      await app.register(redirectRoutes({ gates, marketplaceUrl, vercelUrl }))
      await app.register(
        webhookRoutes({ gates, webhooks: webhookStore(metadata, secrets), deliveries, deliverer, now }),
      )
    },

    start: () => void deliverer.wake(),
  } satisfies SliceWithPort
}
