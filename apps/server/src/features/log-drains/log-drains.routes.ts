import { done } from '@basalt/contract/endpoint.ts'
import {
  createLogDrain,
  deleteLogDrain,
  listLogDrains,
  testLogDrain,
  updateLogDrain,
} from '@basalt/contract/log-drains/log-drains.endpoints.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { LogDrainsService } from './log-drains.service.ts'

interface Deps {
  gates: Gates
  drains: LogDrainsService
  planOf(ref: string): Promise<PlanId>
}

/** Members who read the logs see where they are sent; those who may change that also test it. */
export const logDrainRoutes =
  ({ gates, drains, planOf }: Deps) =>
  async (app: FastifyInstance) => {
    const reading = gates.project(needs.readLogs)
    const changing = gates.project(needs.changeLogDrains)

    mount(app, listLogDrains, reading, ({ project }) => drains.list(project.ref))

    mount(app, createLogDrain, changing, async ({ project, body }) => {
      await drains.create(project.ref, await planOf(project.ref), body)
      return done
    })

    mount(app, updateLogDrain, changing, async ({ project, params, body }) => {
      await drains.change(project.ref, params.id, body)
      return done
    })

    mount(app, deleteLogDrain, changing, async ({ project, params }) => {
      await drains.remove(project.ref, params.id)
      return done
    })

    mount(app, testLogDrain, changing, ({ project, params }, _request, reply) =>
      drains.test(project.ref, params.id, disconnectSignal(reply)),
    )
  }
