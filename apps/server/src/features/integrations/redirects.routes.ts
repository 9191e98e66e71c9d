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
  /** From BASALT_CLOUD_MARKETPLACE_URL. */
  marketplaceUrl: string | undefined
  /** From BASALT_VERCEL_URL. */
  vercelUrl: string | undefined
}

/** Redirects to marketplace pages that manage an organization. The operator configures their URLs. */
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
      `This redirect is not configured. Ask the operator of this installation to set ${variable} and restart it.`,
    )
  return url
}
