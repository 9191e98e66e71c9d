import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { webhookDeliverer } from './features/integrations/deliverer.ts'
import { deliveryStore } from './features/integrations/deliveries.store.ts'
import { redirectRoutes } from './features/integrations/redirects.routes.ts'
import { webhookRoutes } from './features/integrations/webhooks.routes.ts'
import { webhookStore } from './features/integrations/webhooks.store.ts'
import type { Notice } from './features/notifications/notice.ts'
import type { Gates } from './http/gate.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import type { Secrets } from './platform/secrets/secrets.ts'

interface Deps {
  app: FastifyInstance
  config: Config
  metadata: Metadata
  secrets: Secrets
  now: () => Date
}

/** What leaves the installation because an organization asked for it. */
export function composeIntegrations({ app, config, metadata, secrets, now }: Deps) {
  const deliveries = deliveryStore(metadata, secrets)
  const onFailed = (error: unknown) => app.log.error({ err: error }, 'Sending to webhooks failed')
  const deliverer = webhookDeliverer({
    store: deliveries,
    now,
    toPrivate: config.webhooksToPrivateNetworks,
    onFailed,
  })
  return {
    deliverer,

    /** Sends what the members of an organization are told to its webhooks as well. Never throws. */
    async forward(organizationId: string, { name, priority, title, message, projectRef }: Notice) {
      try {
        const told = { name, priority, title, message, project_ref: projectRef ?? null }
        if ((await deliveries.add(organizationId, told, now())) > 0) void deliverer.wake()
      } catch (error) {
        onFailed(error)
      }
    },

    async register(gates: Gates) {
      const { marketplaceUrl, vercelUrl } = config
      await app.register(redirectRoutes({ gates, marketplaceUrl, vercelUrl }))
      await app.register(
        webhookRoutes({ gates, webhooks: webhookStore(metadata, secrets), deliveries, deliverer, now }),
      )
    },
  }
}
