import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { readSchemaDiagram, readSchemaSql } from '@basalt/contract/schema-diagram/schema-diagram.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { SchemaDiagramStore } from './schema-diagram.store.ts'

interface Deps {
  gates: Gates
  diagrams: SchemaDiagramStore
}

export const schemaDiagramRoutes =
  ({ gates, diagrams }: Deps) =>
  async (app: FastifyInstance) => {
    const reads = gates.project(needs.readWithSql)

    mount(app, readSchemaDiagram, reads, (input, _request, reply) =>
      diagrams.diagram(memberCall(input, reply), input.query.schema),
    )

    mount(app, readSchemaSql, reads, async (input, _request, reply) => ({
      sql: await diagrams.sql(memberCall(input, reply), input.query.schema),
    }))
  }
