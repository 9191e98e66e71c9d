import { type EntityNameRow, entityNames } from '@basalt/catalog/objects/entity-names.ts'
import { nameEntities } from '@basalt/contract/entities/entities.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'

/** What tables and views are called, how they are defined, and how they refer to each other. */
export const entitiesSlice = ({ gates, databases: { asOwner } }: Platform): Slice => ({
  async routes(app) {
    const reads = gates.project(needs.readWithSql)

    mount(app, nameEntities, reads, async ({ project, query }) => {
      const rows = await asOwner.rows<EntityNameRow>(project.ref, entityNames(query.id))
      return rows.map(({ oid, kind, ...name }) => ({ id: oid, type: kind, ...name }))
    })
  },
})
