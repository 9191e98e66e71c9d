import { type PolicyRow, policies } from '@basalt/catalog/objects/policies.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { listStoragePolicies } from '@basalt/contract/storage/policies.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../../http/gate.ts'
import { mount } from '../../../http/mount.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Catalog } from '../catalog.ts'

interface Deps {
  gates: Gates
  catalog: Catalog
}

/** Lists storage policies. They are created and dropped with SQL, as the tables' owner. */
export const policyRoutes =
  ({ gates, catalog }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listStoragePolicies, gates.project(needs.readFiles), ({ project }) =>
      catalog.as(project.ref, SERVICE, async (rows) => {
        const { rows: found } = await rows.query<PolicyRow>(policies({ schemas: ['storage'] }))
        return found.map(({ name, table, command, roles, is_permissive, using, with_check }) => ({
          name,
          table,
          command,
          roles,
          permissive: is_permissive,
          using,
          check: with_check,
        }))
      }),
    )
  }
