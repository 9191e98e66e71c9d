import { type SchemaRow, schemas } from '@basalt/catalog/objects/schemas.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { createSchema, getSchema, listSchemas } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { notFound } from '../../http/app-error.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { newSchema } from './new-schema.ts'

const isNotOfPostgres = (name: string) => `${name} !~ '^pg_' and ${name} <> 'information_schema'`
/** Other sessions' temporary tables are in schemas that come and go. */
const isLasting = (name: string) => `${name} !~ '^pg_(toast_)?temp_'`

/** The schemas of a project's database. */
export const schemasSlice = (
  { gates, databases: { asOwner, asMember } }: Platform,
  { recorded }: Pick<Ledger, 'recorded'>,
): Slice => ({
  async routes(app) {
    mount(app, listSchemas, gates.project(needs.readWithSql), async ({ project, query }) => {
      const { include_system_schemas: withSystem, limit, offset } = query
      const names = withSystem ? isLasting : isNotOfPostgres
      const rows = await asOwner.rows<SchemaRow>(project.ref, schemas({ names, limit, offset }))
      return rows.map(withId)
    })

    mount(app, getSchema, gates.project(needs.readWithSql), async ({ project, params: { oid } }) => {
      const [schema] = await asOwner.rows<SchemaRow>(project.ref, schemas({ ids: [oid] }))
      if (!schema) throw notFound('Schema', String(oid))
      return withId(schema)
    })

    const create = newSchema({ transaction: asMember.transaction, recorded })
    mount(app, createSchema, gates.project(needs.runAnySql), (input, _request, reply) =>
      create(memberCall(input, reply), input.body.name),
    )
  },
})

const withId = ({ oid, ...schema }: SchemaRow) => ({ id: oid, ...schema })
