import { type SchemaRow, schemas } from '@basalt/catalog/objects/schemas.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { createSchema, listSchemas } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { newSchema } from './new-schema.ts'

const isNotOfPostgres = (name: string) => `${name} !~ '^pg_' and ${name} <> 'information_schema'`

/** The schemas of a project's database. */
export const schemasSlice = ({ gates, databases: { asOwner, asMember } }: Platform): Slice => ({
  async routes(app) {
    mount(app, listSchemas, gates.project(needs.readWithSql), async ({ project, query }) => {
      const names = query.include_system_schemas ? undefined : isNotOfPostgres
      const rows = await asOwner.rows<SchemaRow>(project.ref, schemas({ names }))
      return rows.map(({ oid, ...schema }) => ({ id: oid, ...schema }))
    })

    const create = newSchema(asMember.transaction)
    mount(app, createSchema, gates.project(needs.runAnySql), (input, _request, reply) =>
      create(memberCall(input, reply), input.body.name),
    )
  },
})
