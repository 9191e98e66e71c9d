import {
  getCloudMarketplaceRedirect,
  getVercelRedirect,
} from '@basalt/contract/integrations/redirects.endpoints.ts'
import { redirectPlaceholders, redirectTo } from '@basalt/contract/integrations/redirects.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'

interface Deps {
  gates: Gates
  /** BASALT_CLOUD_MARKETPLACE_URL. */
  marketplaceUrl: string | undefined
  /** BASALT_VERCEL_URL. */
  vercelUrl: string | undefined
}

/** Where organizations from a marketplace are managed. Only the operator knows these addresses. */
export const redirectRoutes =
  ({ gates, marketplaceUrl, vercelUrl }: Deps) =>
  async (app: FastifyInstance) => {
    mount(
      app,
      getCloudMarketplaceRedirect,
      gates.organization(needs.seeIntegrations),
      ({ organization }) => ({
        url: redirectTo(
          configured('BASALT_CLOUD_MARKETPLACE_URL', marketplaceUrl),
          redirectPlaceholders.marketplace,
          organization.slug,
        ),
      }),
    )

    mount(app, getVercelRedirect, gates.user, ({ params }) => ({
      url: redirectTo(
        configured('BASALT_VERCEL_URL', vercelUrl),
        redirectPlaceholders.vercel,
        params.installation_id,
      ),
    }))
  }

function configured(variable: string, url: string | undefined) {
  if (url === undefined)
    throw new AppError(
      'not_configured',
      `This installation has no such address. Ask its operator to set ${variable} and restart it.`,
    )
  return url
}
