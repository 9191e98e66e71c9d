import { getCliReleaseVersion, getDeploymentCommit } from '@basalt/contract/releases/releases.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { readDeployment } from './deployment.ts'
import type { ReleaseWatch } from './release-watch.ts'

interface Deps {
  gates: Gates
  dashboardDir: string
  releases: Pick<ReleaseWatch, 'known'>
}

export const releaseRoutes =
  ({ gates, dashboardDir, releases }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, getDeploymentCommit, gates.anyone, () => readDeployment(dashboardDir))

    mount(app, getCliReleaseVersion, gates.user, () => releases.known())
  }
