import { Readable } from 'node:stream'
import {
  cancelDatabaseImport,
  checkImportSource,
  listDatabaseImports,
  readImportFollowing,
  startDatabaseImport,
  switchOverDatabaseImport,
  uploadDatabaseImport,
} from '@basalt/contract/database-import/database-import.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
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
    const onlyReads = gates.project(needs.importDatabase, { changesNothing: true })

    mount(app, checkImportSource, onlyReads, ({ project, body }, _request, reply) =>
      service.check(project.ref, body.connection_string, disconnectSignal(reply)),
    )
    mount(app, startDatabaseImport, gate, ({ project, caller, body }) =>
      service.start(project.ref, caller.userId, body),
    )
    mount(app, listDatabaseImports, gates.project(needs.seeProjects), ({ project }) =>
      service.list(project.ref),
    )
    // A dump is read as it arrives, however large it is.
    app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    mount(app, uploadDatabaseImport, gate, ({ project, caller, query }, request) => {
      // The contract describes JSON bodies only.
      const content: unknown = request.body
      if (!(content instanceof Readable))
        throw new AppError('unsupported_media_type', 'Send the dump as application/octet-stream')
      const bytes = Number(request.headers['content-length'] ?? 0)
      return service.upload(project.ref, caller.userId, { name: query.name, bytes }, content)
    })
    mount(app, readImportFollowing, onlyReads, ({ project, params }, _request, reply) =>
      service.following(project.ref, params.id, disconnectSignal(reply)),
    )
    mount(app, switchOverDatabaseImport, gate, ({ project, params }) =>
      service.switchOver(project.ref, params.id),
    )
    mount(app, cancelDatabaseImport, onlyReads, ({ project, params }) =>
      service.cancel(project.ref, params.id),
    )
  }
