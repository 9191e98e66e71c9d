import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { listStoragePolicies, type StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../../http/gate.ts'
import { mount } from '../../../http/mount.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Catalog } from '../catalog.ts'

interface Deps {
  gates: Gates
  catalog: Catalog
}

/** Lists policies. They are created and dropped with SQL, as the tables' owner. */
export const platformPolicyRoutes =
  ({ gates, catalog }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listStoragePolicies, gates.project(needs.readFiles), ({ project }) =>
      catalog.as(project.ref, SERVICE, async (rows) => {
        const { rows: policies } = await rows.query<StoragePolicy>(
          `select policyname as name, tablename as table, cmd as command, array(select unnest(roles)::text order by 1) as roles,
             permissive = 'PERMISSIVE' as permissive, qual as using, with_check as check
           from pg_catalog.pg_policies where schemaname = 'storage' order by tablename, policyname`,
        )
        return policies
      }),
    )
  }
