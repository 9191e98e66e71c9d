import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { getUpgradeNeeds } from '@basalt/contract/upgrades/upgrades.endpoints.ts'
import { moveSeconds, upgradeSteps } from '@basalt/contract/upgrades/upgrades.rules.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { databaseFindings, findingsOf } from './upgrade-findings.ts'

interface Needs {
  /** The identifiers of a project's replicas. */
  replicasOf(ref: string): Promise<readonly { identifier: string }[]>
  /** A project and its branches; only the default one is none. */
  branchesOf(ref: string): Promise<readonly { name: string; is_default: boolean; project_ref: string }[]>
}

const SIZE = `
  select pg_catalog.current_setting('server_version') as version,
    pg_catalog.pg_database_size(pg_catalog.current_database())::float8 as bytes`

/** What a project would need to move to another version of PostgreSQL. */
export const upgradesSlice = (
  { gates, databases: { asAdmin }, engine }: Platform,
  { replicasOf, branchesOf }: Needs,
): Slice => ({
  routes(app) {
    mount(app, getUpgradeNeeds, gates.project(needs.seeProjects), async ({ project: { ref } }) => {
      const [replicas, branches] = [await replicasOf(ref), await branchesOf(ref)]
      return asAdmin.session(ref, async (client) => {
        const { rows } = await client.query<{ version: string; bytes: number }>(SIZE)
        const { version, bytes } = rows[0]!
        return {
          current_version: version.split(' ')[0]!,
          next_start_version: engine.version,
          database_bytes: bytes,
          move_seconds: moveSeconds(bytes),
          steps: [...upgradeSteps],
          findings: [
            ...(await databaseFindings(client)),
            ...findingsOf(
              'replica',
              replicas.map(({ identifier }) => identifier),
            ),
            ...findingsOf(
              'branch',
              branches
                .filter(({ is_default, project_ref }) => !is_default && project_ref !== ref)
                .map(({ name }) => name),
            ),
          ],
        }
      })
    })
  },
})
