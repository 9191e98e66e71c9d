import { listHttpLog } from '@basalt/contract/http-log/http-log.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { HttpLogStore } from './http-log.store.ts'

interface Deps {
  gates: Gates
  store: HttpLogStore
  /** Waits for what is still to be written, so that who reads finds what they did just before. */
  settle(): Promise<void>
}

/** The calls of a project's own APIs, for its members to read. */
export const httpLogRoutes =
  ({ gates, store, settle }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listHttpLog, gates.project(needs.readLogs), async ({ project, query }) => {
      await settle()
      return store.page(project.ref, query)
    })
  }
