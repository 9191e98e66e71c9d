import {
  defineEntity,
  listRelationships,
  nameEntities,
} from '@basalt/contract/entities/entities.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { EntitiesStore } from './entities.store.ts'

interface Deps {
  gates: Gates
  entities: EntitiesStore
}

export const entitiesRoutes =
  ({ gates, entities }: Deps) =>
  async (app: FastifyInstance) => {
    const reads = gates.project(needs.readWithSql)

    mount(app, nameEntities, reads, ({ project, query }) => entities.names(project.ref, query.id))

    mount(app, defineEntity, reads, async (input, _request, reply) => ({
      sql: await entities.definition(memberCall(input, reply), input.params.oid),
    }))

    mount(app, listRelationships, reads, ({ project, params }) =>
      entities.relationships(project.ref, params.oid),
    )
  }
