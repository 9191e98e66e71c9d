import { type SchemaRow, schemas } from '@basalt/catalog/objects/schemas.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { listSchemas } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'

const isNotOfPostgres = (name: string) => `${name} !~ '^pg_' and ${name} <> 'information_schema'`

/** The schemas of a project's database. */
export const schemasSlice = ({ gates, databases }: Platform): Slice => ({
  routes: (app) =>
    mount(app, listSchemas, gates.project(needs.readWithSql), async ({ project, query }) => {
      const names = query.include_system_schemas ? undefined : isNotOfPostgres
      const rows = await databases.asOwner.rows<SchemaRow>(project.ref, schemas({ names }))
      return rows.map(({ oid, ...schema }) => ({ id: oid, ...schema }))
    }),
})
