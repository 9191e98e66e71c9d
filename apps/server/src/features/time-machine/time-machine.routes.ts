import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  bringBackRows,
  bringBackTable,
  closePastMoment,
  comparePastTable,
  listPastMoments,
  listPastTables,
  openPastMoment,
} from '@basalt/contract/time-machine/time-machine.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { TimeMachineService } from './time-machine.service.ts'

export const timeMachineRoutes =
  ({ gates, service }: { gates: Gates; service: TimeMachineService }) =>
  async (app: FastifyInstance) => {
    // What it reads is all data of the project, as it was.
    const mayOpen = gates.project(needs.openPastMoments)
    const changesNothing = gates.project(needs.openPastMoments, { changesNothing: true })

    mount(app, listPastMoments, gates.project(needs.seeBackups), ({ project }) => service.list(project.ref))

    mount(app, openPastMoment, changesNothing, ({ project, body }) => service.open(project.ref, body))

    mount(app, closePastMoment, changesNothing, async ({ project, params }) => {
      await service.close(project.ref, params.past)
      return done
    })

    mount(app, listPastTables, mayOpen, ({ project, params }, _request, reply) =>
      service.tables(project.ref, params.past, disconnectSignal(reply)),
    )

    mount(app, comparePastTable, mayOpen, ({ project, params, query }, _request, reply) =>
      service.compare(project.ref, params.past, query, disconnectSignal(reply)),
    )

    mount(app, bringBackRows, mayOpen, (input, _request, reply) =>
      service.bringBackRows(memberCall(input, reply), input.params.past, input.body),
    )

    mount(app, bringBackTable, mayOpen, (input, _request, reply) =>
      service.bringBackTable(memberCall(input, reply), input.params.past, input.body),
    )
  }
