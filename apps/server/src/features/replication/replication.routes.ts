import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  changeSubscription,
  createSubscription,
  dropReplicationSlot,
  dropSubscription,
  readReplication,
} from '@basalt/contract/replication/replication.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { ReplicationService } from './replication.service.ts'

interface Deps {
  gates: Gates
  service: ReplicationService
}

export const replicationRoutes =
  ({ gates, service }: Deps) =>
  async (app: FastifyInstance) => {
    const mayChange = gates.project(needs.runAnySql)

    mount(app, readReplication, gates.project(needs.readWithSql), ({ project }) => service.read(project.ref))
    mount(app, createSubscription, mayChange, async (input, _request, reply) => {
      await service.create(memberCall(input, reply), input.body)
      return done
    })
    mount(app, changeSubscription, mayChange, async (input, _request, reply) => {
      await service.change(memberCall(input, reply), input.params.name, input.body)
      return done
    })
    mount(app, dropSubscription, mayChange, async (input, _request, reply) => {
      await service.drop(memberCall(input, reply), input.params.name, input.query.leaves_slot === 'true')
      return done
    })
    mount(app, dropReplicationSlot, mayChange, async (input, _request, reply) => {
      await service.dropSlot(memberCall(input, reply), input.params.name)
      return done
    })
  }
