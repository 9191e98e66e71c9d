import { listHttpLog } from '@basalt/contract/http-log/http-log.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { HttpLogStore } from './http-log.store.ts'

interface Deps {
  gates: Gates
  store: HttpLogStore
  /** Waits for pending writes, so that readers find what they just did. */
  flush(): Promise<void>
}

/** The calls of a project's APIs, for its members. */
export const httpLogRoutes =
  ({ gates, store, flush }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listHttpLog, gates.project(needs.readLogs), async ({ project, query }) => {
      await flush()
      return store.page(project.ref, query)
    })
  }
