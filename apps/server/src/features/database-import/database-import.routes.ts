import {
  cancelDatabaseImport,
  checkImportSource,
  listDatabaseImports,
  readImportFollowing,
  startDatabaseImport,
  switchOverDatabaseImport,
} from '@basalt/contract/database-import/database-import.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { DatabaseImportService } from './database-import.service.ts'

interface Deps {
  gates: Gates
  service: DatabaseImportService
}

export const databaseImportRoutes =
  ({ gates, service }: Deps) =>
  async (app: FastifyInstance) => {
    const gate = gates.project(needs.importDatabase)

    mount(app, checkImportSource, gate, ({ project, body }, _request, reply) =>
      service.check(project.ref, body.connection_string, disconnectSignal(reply)),
    )
    mount(app, startDatabaseImport, gate, ({ project, caller, body }) =>
      service.start(project.ref, caller.userId, body),
    )
    mount(app, listDatabaseImports, gates.project(needs.seeProjects), ({ project }) =>
      service.list(project.ref),
    )
    mount(app, readImportFollowing, gate, ({ project, params }, _request, reply) =>
      service.following(project.ref, params.id, disconnectSignal(reply)),
    )
    mount(app, switchOverDatabaseImport, gate, ({ project, params }) =>
      service.switchOver(project.ref, params.id),
    )
    mount(app, cancelDatabaseImport, gate, ({ project, params }) => service.cancel(project.ref, params.id))
  }
