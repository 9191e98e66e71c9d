import { Readable } from 'node:stream'
import { done } from '@basalt/contract/endpoint.ts'
import {
  createFileTable,
  dropFileTable,
  listFileTables,
  replaceForeignFile,
  uploadForeignFile,
} from '@basalt/contract/foreign-files/foreign-files.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { ForeignFilesService } from './foreign-files.service.ts'

interface Deps {
  gates: Gates
  service: ForeignFilesService
}

export const foreignFilesRoutes =
  ({ gates, service }: Deps) =>
  async (app: FastifyInstance) => {
    const mayChange = gates.project(needs.runAnySql)

    mount(app, listFileTables, gates.project(needs.readWithSql), ({ project }) => service.list(project.ref))
    // A file is stored as it arrives.
    app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    mount(app, uploadForeignFile, mayChange, ({ project, query }, request) => {
      // The contract describes JSON bodies only.
      const content: unknown = request.body
      if (!(content instanceof Readable))
        throw new AppError('unsupported_media_type', 'Send the file as application/octet-stream')
      const bytes = Number(request.headers['content-length'] ?? 0)
      return service.upload(project.ref, { name: query.name, bytes }, content)
    })
    mount(app, createFileTable, mayChange, (input, _request, reply) =>
      service.create(memberCall(input, reply), input.body),
    )
    mount(app, replaceForeignFile, mayChange, (input, _request, reply) =>
      service.replace(memberCall(input, reply), input.params.oid, input.body.file),
    )
    mount(app, dropFileTable, mayChange, async (input, _request, reply) => {
      await service.drop(memberCall(input, reply), input.params.oid, input.query.cascade === 'true')
      return done
    })
  }
