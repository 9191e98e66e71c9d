import { done } from '@basalt/contract/endpoint.ts'
import {
  changeForeignServer,
  createForeignServer,
  dropForeignServer,
  dropUserMapping,
  importForeignSchema,
  listRemoteTables,
  readForeignServer,
  readForeignServerDependents,
  readForeignServers,
  setUserMapping,
  testForeignServer,
} from '@basalt/contract/foreign-servers/foreign-servers.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { ForeignServersService } from './foreign-servers.service.ts'

interface Deps {
  gates: Gates
  service: ForeignServersService
}

export const foreignServersRoutes =
  ({ gates, service }: Deps) =>
  async (app: FastifyInstance) => {
    const mayRead = gates.project(needs.readWithSql)
    // Who looks into another server does so with the login of postgres.
    const mayChange = gates.project(needs.runAnySql)

    mount(app, readForeignServers, mayRead, ({ project, query }) => service.read(project.ref, query))
    mount(app, readForeignServer, mayRead, ({ project, params }) => service.one(project.ref, params.server))
    mount(app, createForeignServer, mayChange, async (input, _request, reply) => {
      await service.create(memberCall(input, reply), input.body)
      return done
    })
    mount(app, changeForeignServer, mayChange, async (input, _request, reply) => {
      await service.change(memberCall(input, reply), input.params.server, input.body)
      return done
    })
    mount(app, readForeignServerDependents, mayRead, async ({ project, params }) => ({
      dependents: await service.dependents(project.ref, params.server),
    }))
    mount(app, dropForeignServer, mayChange, async (input, _request, reply) => {
      await service.drop(memberCall(input, reply), input.params.server, input.query.cascade === 'true')
      return done
    })
    mount(app, setUserMapping, mayChange, async (input, _request, reply) => {
      await service.setMapping(memberCall(input, reply), input.params.server, input.params.role, input.body)
      return done
    })
    mount(app, dropUserMapping, mayChange, async (input, _request, reply) => {
      await service.dropMapping(memberCall(input, reply), input.params.server, input.params.role)
      return done
    })
    mount(
      app,
      testForeignServer,
      gates.project(needs.runAnySql, { changesNothing: true }),
      ({ project, params }, _request, reply) =>
        service.test(project.ref, params.server, disconnectSignal(reply)),
    )
    mount(app, listRemoteTables, mayChange, ({ project, params, query }, _request, reply) =>
      service.remoteTables(project.ref, params.server, query.schema, disconnectSignal(reply)),
    )
    mount(app, importForeignSchema, mayChange, (input, _request, reply) =>
      service.import(memberCall(input, reply), input.params.server, input.body),
    )
  }
