import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  applySchemaChange,
  listColumnTypes,
  planSchemaChange,
  readCreateTable,
  readTableDefinition,
} from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { AnnounceTables } from '../../platform/announce-tables.ts'
import type { SchemaChangesService } from './schema-changes.service.ts'

interface Deps {
  gates: Gates
  announce: AnnounceTables
  changes: SchemaChangesService
}

export const schemaChangesRoutes =
  ({ gates, announce, changes }: Deps) =>
  async (app: FastifyInstance) => {
    const reads = gates.project(needs.readWithSql)

    mount(app, readTableDefinition, reads, (input, _request, reply) =>
      changes.definition(memberCall(input, reply), input.params.oid),
    )

    mount(app, listColumnTypes, reads, (input, _request, reply) => changes.types(memberCall(input, reply)))

    mount(app, planSchemaChange, reads, (input, _request, reply) =>
      changes.plan(memberCall(input, reply), input.body),
    )

    mount(app, applySchemaChange, gates.project(needs.runAnySql), async (input, _request, reply) => {
      const result = await changes.apply(memberCall(input, reply), input.body)
      await announce(input.project.ref, result.id)
      return result
    })

    mount(
      app,
      readCreateTable,
      gates.project(needs.runAnySql, { changesNothing: true }),
      (input, _request, reply) => changes.fromSql(memberCall(input, reply), input.body.sql),
    )
  }
