import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { getHealth, getInstallationConfig } from '@basalt/contract/installation/installation.endpoints.ts'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'

interface Deps {
  gates: Gates
  edition: Edition
  version: string
  disabledFeatures: FeatureKey[]
  isSetupRequired(): Promise<boolean>
}

export const installationRoutes =
  ({ gates, edition, version, disabledFeatures, isSetupRequired }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, getHealth, gates.anyone, async () => {
      // Asks the metadata: "ok" is promised once queries are answered.
      await isSetupRequired()
      return { status: 'ok' as const, version }
    })

    mount(app, getInstallationConfig, gates.anyone, async () => ({
      edition,
      version,
      setup_required: edition === 'platform' && (await isSetupRequired()),
      disabled_features: disabledFeatures,
    }))
  }
