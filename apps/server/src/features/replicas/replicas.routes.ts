import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  listDatabaseStates,
  removeReplica,
  restartReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { ReplicaService } from './replicas.service.ts'

export const replicaRoutes =
  ({ gates, service }: { gates: Gates; service: ReplicaService }) =>
  async (app: FastifyInstance) => {
    const gate = gates.project(needs.changeReplicas)

    mount(app, listDatabaseStates, gates.project(needs.seeProjects), ({ project }) => service.states(project))

    mount(app, setUpReplica, gate, ({ project, body }) => service.setUp(project, body.read_replica_region))

    mount(app, removeReplica, gate, async ({ project, body }) => {
      await service.remove(project.ref, body.database_identifier)
      return done
    })

    mount(app, restartReplica, gate, async ({ project, params }) => {
      await service.restart(project.ref, params.identifier)
      return done
    })
  }
