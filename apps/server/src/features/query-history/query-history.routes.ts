import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { listQueryHistory } from '@basalt/contract/query-history/query-history.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { QueryHistoryStore } from './query-history.store.ts'
import type { QueryRecorder } from './query-recorder.ts'

interface Deps {
  gates: Gates
  store: QueryHistoryStore
  recorder: QueryRecorder
}

export const queryHistoryRoutes =
  ({ gates, store, recorder }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listQueryHistory, gates.project(needs.seeQueryHistory), async ({ project, query }) => {
      // Users expect to find what they have just run.
      await recorder.flush()
      return store.page(project.ref, query)
    })
  }
