import { Readable } from 'node:stream'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  downloadPortable,
  openPortable,
} from '@basalt/contract/portable-projects/portable-projects.endpoints.ts'
import { portableFileName } from '@basalt/contract/portable-projects/portable-projects.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { PortableProjectService } from './portable-projects.service.ts'

const TYPE = 'application/octet-stream'

export const portableProjectRoutes =
  ({ gates, service, now }: { gates: Gates; service: PortableProjectService; now: () => Date }) =>
  async (app: FastifyInstance) => {
    mount(
      app,
      downloadPortable,
      gates.project(needs.dumpDatabase),
      async ({ project, caller, params }, request, reply) => {
        reply.type(TYPE)
        // Browsers send a HEAD request first, for which nothing is read.
        if (request.raw.method === 'HEAD') return reply.send()
        const file = await service.download(project, params.id, caller.userId)
        const name = portableFileName(project.name, now().toISOString())
        return reply.header('content-disposition', `attachment; filename="${name}"`).send(file)
      },
    )

    // The file is stored as it arrives, however large it is.
    app.addContentTypeParser(TYPE, (_request, payload, done) => done(null, payload))
    mount(
      app,
      openPortable,
      gates.organization(needs.createProjects),
      ({ organization, caller, query }, request) => {
        // The contract describes JSON bodies only.
        const content: unknown = request.body
        if (!(content instanceof Readable))
          throw new AppError('unsupported_media_type', `Send the file as ${TYPE}`)
        const length = Number(request.headers['content-length'] ?? 0)
        return service.open(organization.id, { name: query.name, userId: caller.userId, length }, content)
      },
    )
  }
