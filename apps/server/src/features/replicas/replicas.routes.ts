import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  getPromotionFacts,
  listDatabaseStates,
  listReplicaLags,
  promoteReplica,
  rebuildReplica,
  removeAllReplicas,
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

    mount(app, removeAllReplicas, gate, async ({ project }) => {
      await service.removeAll(project.ref)
      return done
    })

    mount(app, rebuildReplica, gate, async ({ project, params }) => {
      await service.rebuild(project, params.identifier)
      return done
    })

    mount(app, getPromotionFacts, gates.project(needs.seeProjects), ({ project, params }) =>
      service.promotionFacts(project, params.identifier),
    )

    mount(app, listReplicaLags, gates.project(needs.seeProjects), ({ project, params }) =>
      service.lagsOf(project.ref, params.identifier),
    )

    mount(app, promoteReplica, gate, async ({ project, params: { identifier }, body }) => {
      if (body.as === 'branch') return service.promoteToBranch(project, identifier, body.branch_name)
      await service.failOver(project, identifier, body.confirm)
      return { project_ref: project.ref }
    })

    mount(app, restartReplica, gate, async ({ project, params }) => {
      await service.restart(project.ref, params.identifier)
      return done
    })
  }
