import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { listEntities } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { EntityStore } from './entities.store.ts'

interface Deps {
  gates: Gates
  entities: EntityStore
}

export const tableEditorRoutes =
  ({ gates, entities }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listEntities, gates.project(needs.readWithSql), ({ project, query }) =>
      entities.page(project.ref, query),
    )
  }
