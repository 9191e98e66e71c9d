import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  applySchemaChange,
  listColumnTypes,
  planSchemaChange,
  readCreateTable,
  readTableDefinition,
} from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import type { Allows, Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { ChangeCall, SchemaChangesService } from './schema-changes.service.ts'

interface Deps {
  gates: Gates
  /** Tells open pages that a table has changed; null for one that was dropped. */
  announce: (ref: string, id: number | null) => Promise<void>
  changes: SchemaChangesService
}

export const schemaChangesRoutes =
  ({ gates, announce, changes }: Deps) =>
  async (app: FastifyInstance) => {
    const reads = gates.project(needs.readWithSql)

    mount(app, readTableDefinition, reads, (input, _request, reply) =>
      changes.definition(callOf(input, reply), input.params.oid),
    )

    mount(app, listColumnTypes, reads, (input, _request, reply) => changes.types(callOf(input, reply)))

    mount(app, planSchemaChange, reads, (input, _request, reply) =>
      changes.plan(callOf(input, reply), input.body),
    )

    mount(app, applySchemaChange, gates.project(needs.runAnySql), async (input, _request, reply) => {
      const result = await changes.apply(callOf(input, reply), input.body)
      await announce(input.project.ref, result.id)
      return result
    })

    mount(app, readCreateTable, gates.project(needs.runAnySql), (input, _request, reply) =>
      changes.fromSql(callOf(input, reply), input.body.sql),
    )
  }

const callOf = (
  { project, allows }: { readonly project: { readonly ref: string }; readonly allows: Allows },
  reply: FastifyReply,
): ChangeCall => ({
  ref: project.ref,
  rights: allows(needs.runAnySql) ? 'everything' : 'read',
  signal: disconnectSignal(reply),
})
