import { getOpenApi } from '@basalt/contract/installation/installation.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'

/** Publishes the description of every call, which @fastify/swagger generates from the mounted routes. */
export const openApiRoutes =
  ({ gates }: { gates: Gates }) =>
  async (app: FastifyInstance) => {
    mount(app, getOpenApi, gates.anyone, () => ({ ...app.swagger() }))
  }
