import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import {
  getHealth,
  getInstallationConfig,
  getInstallationRole,
  getLiveness,
  getOpenApi,
  getReadiness,
} from '@basalt/contract/installation/installation.endpoints.ts'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { publicOrigin } from '../../http/public-origin.ts'

/** Publishes the description of every call, which @fastify/swagger generates from the mounted routes. */
export const openApiRoutes =
  ({ gates }: { gates: Gates }) =>
  async (app: FastifyInstance) => {
    mount(app, getOpenApi, gates.anyone, () => ({ ...app.swagger() }))
  }

interface Deps {
  gates: Gates
  edition: Edition
  version: string
  disabledFeatures: FeatureKey[]
  /** BASALT_PUBLIC_URL. */
  publicUrl: string | undefined
  isSetupRequired(): Promise<boolean>
  ownerId(): Promise<string | undefined>
  /** Throws `instance_unavailable` with the cause while the metadata database does not answer. */
  checkMetadata(): Promise<void>
}

export const installationRoutes =
  ({ gates, edition, version, disabledFeatures, publicUrl, isSetupRequired, ownerId, checkMetadata }: Deps) =>
  async (app: FastifyInstance) => {
    const ok = { status: 'ok' as const, version }
    const whenReady = async () => {
      await checkMetadata()
      return ok
    }
    mount(app, getHealth, gates.anyone, whenReady)
    mount(app, getReadiness, gates.anyone, whenReady)
    mount(app, getLiveness, gates.anyone, () => ok)

    mount(app, getInstallationConfig, gates.anyone, async (_input, request) => ({
      edition,
      version,
      setup_required: edition === 'platform' && (await isSetupRequired()),
      disabled_features: disabledFeatures,
      origin: publicOrigin(request, publicUrl),
    }))

    mount(app, getInstallationRole, gates.user, async ({ caller }) => ({
      is_owner: caller.userId === (await ownerId()),
    }))
  }
